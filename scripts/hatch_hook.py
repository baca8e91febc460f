"""What a build adds: the browser client in every distribution, and the addresses of the project where it has a home."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


class ClientHook(BuildHookInterface[Any]):
    """Build the client unless it is there already, as it is in a source distribution; an editable install leaves it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        if (root / "src" / "pithead" / "table" / "static" / "index.html").exists():
            return
        subprocess.run([sys.executable, root / "scripts" / "web.py", "--unchecked"], check=True)


class AddressHook(MetadataHookInterface):
    """The project does not know where it will be kept: whoever releases it says so in PROJECT_URL."""

    def update(self, metadata: dict[str, Any]) -> None:
        home = os.environ.get("PROJECT_URL", "").rstrip("/")
        if home:
            metadata["urls"] = {
                "Homepage": home,
                "Source": home,
                "Issues": f"{home}/issues",
                "Changelog": f"{home}/blob/main/CHANGELOG.md",
                "Documentation": f"{home}/tree/main/docs",
            }
