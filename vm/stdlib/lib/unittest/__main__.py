"""python -m unittest [-v] [-q] [-f] [NAME ...]"""

import sys

from . import main

sys.argv[0] = "python -m unittest"
main(module=None)
