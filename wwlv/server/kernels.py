"""Kernels of pages: one is warmed up ahead, and a dead one is never handed to a page."""

from collections.abc import Callable
from typing import Any

from jupyter_core.utils import ensure_async
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager


class PageKernelManager(AsyncMappingKernelManager):
    """Voilà builds its pool of kernels on top of this class, and asks nothing of a kernel that waits in it.

    A kernel that dies there is restarted by Jupyter, but empty: its page would show buttons nobody answers.
    """

    fill_if_needed: Callable[..., None]  # Voilà's

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)  # type: ignore[no-untyped-call]
        self._emptied: set[str] = set()

    async def start_kernel(self, **options: Any) -> str:  # type: ignore[override]
        """Start a kernel and note it if it should ever be restarted; what it warns of is no news to a teacher."""
        options.setdefault("extra_arguments", ["--IPKernelApp.log_level=ERROR"])
        kernel_id: str = await super().start_kernel(**options)
        self.add_restart_callback(kernel_id, lambda: self._emptied.add(kernel_id))
        return kernel_id

    async def drop_dead(self, notebook: str) -> None:
        """Take kernels out of the notebook's pool that died since they were warmed up, and fill it again."""
        pool: list[Any] = getattr(self, "_pools", {}).get(notebook, [])
        dropped = False
        for task in [task for task in pool if task.done()]:
            if task.cancelled() or task.exception() is not None:
                pool.remove(task)
                dropped = True
            elif await self._is_dead(task.result()):
                pool.remove(task)
                dropped = True
                if (kernel_id := task.result()["kernel_id"]) in self:
                    await self.shutdown_kernel(kernel_id, now=True)  # type: ignore[no-untyped-call]
        if dropped:
            self.fill_if_needed(delay=0, notebook_name=notebook)

    async def _is_dead(self, warmed: dict[str, Any]) -> bool:
        kernel_id, drawing = warmed["kernel_id"], warmed["task"]
        if kernel_id in self._emptied or kernel_id not in self:
            return True
        if drawing.done() and (drawing.cancelled() or drawing.exception() is not None):
            return True
        return not await ensure_async(self.get_kernel(kernel_id).is_alive())
