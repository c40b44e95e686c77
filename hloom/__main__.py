"""`python -m hloom` is the command `hloom`."""

import sys

from hloom.cli import main

sys.exit(main())
