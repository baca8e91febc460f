"""Puts each peer library into an environment of its own below `.venv/peers`; what cannot be installed is named.

The pins are exact, so that figures can be compared; the libraries are never needed by Pithead itself.
"""

import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
PEERS = {
    "openspiel": ["open_spiel==2.0.2"],
    "catanatron": ["catanatron==3.2.1"],
    "rlcard": ["rlcard==1.2.0"],
    "pettingzoo": ["pettingzoo==1.27.0", "rlcard==1.2.0", "chess", "pygame"],
    "pgx": ["pgx==2.6.0", "jax==0.10.2", "jaxlib==0.10.2"],
}


def main() -> int:
    missing = []
    for name, pins in PEERS.items():
        folder = ROOT / ".venv" / "peers" / name
        stamp = folder / "installed"
        wanted = "\n".join(pins)
        if stamp.exists() and stamp.read_text() == wanted:
            continue
        print(f"{name}: {', '.join(pins)}", flush=True)
        venv.create(folder, with_pip=True, clear=True)
        result = subprocess.run([folder / "bin" / "pip", "install", "-qq", *pins], capture_output=True, text=True)
        if result.returncode:
            missing.append(name)
            print(f"{name}: not installed: {result.stderr.strip().splitlines()[-1]}", file=sys.stderr)
        else:
            stamp.write_text(wanted)
    return 1 if len(missing) == len(PEERS) else 0


if __name__ == "__main__":
    sys.exit(main())
