"""The games as research environments; each adapter needs its own extra and none is imported by pithead itself."""

from pathlib import Path

STEPPING = Path(__file__).with_name("stepping")
"""The source of compiled steps, which the loader specialises for each game."""
