"""What a server of a test finds done when it is forked: all imports, and what routes do before their first answer."""

import uvloop  # noqa: F401

import pithead.table.http.transport
import pithead.table.serve  # noqa: F401
from pithead.table.http import app

app.schema()
