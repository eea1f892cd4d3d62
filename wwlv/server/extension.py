"""Our handlers in any Jupyter server: on a laptop, on Binder, behind a JupyterHub."""

from jupyter_server.serverapp import ServerApp

from wwlv.server.handlers import handlers
from wwlv.server.page import is_installed, offer


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    """Where Jupyter finds the function that follows."""
    return [{"module": "wwlv.server.extension"}]


def _load_jupyter_server_extension(server: ServerApp) -> None:
    """Mount the handlers under whatever base URL the server has, and see that Voilà finds our page."""
    if not is_installed():
        offer()
    server.web_app.add_handlers(".*$", handlers(server.base_url))  # type: ignore[no-untyped-call]
