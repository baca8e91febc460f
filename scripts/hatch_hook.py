"""Puts the browser client into every distribution; an editable install leaves that to `make`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientHook(BuildHookInterface[Any]):
    """Build the client unless it is there already, as it is in a source distribution."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        if (root / "src" / "pithead" / "table" / "static" / "index.html").exists():
            return
        subprocess.run([sys.executable, root / "scripts" / "web.py", "--unchecked"], check=True)
