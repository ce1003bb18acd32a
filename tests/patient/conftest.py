"""Lets this folder's tests import their shared cases."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
