"""Small notebooks for the servers under test, with the page of the dashboard."""

from pathlib import Path

import nbformat

BUTTON = """
import os, ipywidgets
button = ipywidgets.Button(description="press")
button.on_click(lambda _: setattr(button, "description", f"pressed in {os.getpid()}"))
button
"""


def notebook(folder: Path, *sources: str, name: str = "small.ipynb") -> Path:
    """Write a notebook of code cells."""
    made = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in sources],
        metadata={
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "title": "Small",
            "voila": {"template": "wwlv"},
        },
    )
    path = folder / name
    nbformat.write(made, path)
    return path
