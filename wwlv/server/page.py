"""Where the page of the dashboard lies, and how Voilà finds it where no installer has put it among Jupyter's files."""

import os
from pathlib import Path

from jupyter_core.paths import jupyter_path

DATA = Path(__file__).with_name("data")  # laid out as below share/jupyter of an environment
TEMPLATE = DATA / "voila" / "templates" / "wwlv"


def offer() -> None:
    """Let Voilà in this process look here too, before all other folders; it reads the variable for every page."""
    roots = os.environ.get("JUPYTER_PATH", "").split(os.pathsep)
    if str(DATA) not in roots:
        os.environ["JUPYTER_PATH"] = os.pathsep.join([str(DATA), *filter(None, roots)])


def is_installed() -> bool:
    """Whether the template is among Jupyter's files already, as after any `pip install` into this environment."""
    return any(
        (Path(folder) / "conf.json").is_file() for folder in jupyter_path("voila", "templates", "wwlv")
    )
