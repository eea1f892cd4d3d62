"""The classroom edition of Wits & Wagers and Las Vegas."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("wwlv")
except PackageNotFoundError:  # a plain checkout on the path, nothing installed
    __version__ = "0+checkout"

__all__ = ["__version__"]
