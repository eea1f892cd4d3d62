"""`python -m wwlv` is the command `wwlv`."""

import sys

from wwlv.cli import main

if __name__ == "__main__":
    sys.exit(main())
