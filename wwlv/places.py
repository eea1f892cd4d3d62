"""Where the files that ship beside the code lie: in a wheel, an editable install and a plain checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent


def shipped(name: str) -> Path:
    """Folder `name` ("questions", "notebooks") as shipped with this copy of the package.

    Raises
    ------
    FileNotFoundError
        The installation is incomplete.
    """
    for folder in (_CHECKOUT / name, _PACKAGE / "share" / name):
        if folder.is_dir() and (
            folder.parent == _PACKAGE / "share" or (_CHECKOUT / "pyproject.toml").is_file()
        ):
            return folder
    raise FileNotFoundError(f"wwlv is installed without its folder {name!r}; install it again")
