"""Health check and metrics."""

from importlib.metadata import version
from typing import Any

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest, multiprocess

from pithead.table import protocol
from pithead.table.errors import FiguresClosed
from pithead.table.http import media
from pithead.table.http.deps import Here, is_this_machine
from pithead.table.store import HEAD

router = APIRouter(tags=["server"])


@router.get("/health", response_model=protocol.Health)
async def health(server: Here) -> dict[str, Any]:
    """Health check: fails unless the server has just written, rendered a position and run its upkeep."""
    proof = await server.rooms.upkeep.prove()
    return {
        "status": "stopping" if server.rooms.stopping else "ok",
        "version": version("pithead"),
        "protocol": protocol.PROTOCOL,
        "database": "sqlite" if server.store.is_sqlite else "postgresql",
        "schema_version": HEAD,
        "durable": server.store.durable,
        "uptime": server.rooms.keeper.now() - server.rooms.keeper.boot,
        **proof._asdict(),
    }


@router.get("/metrics", **media.text(media.PLAIN))
def figures(server: Here, request: Request) -> Response:
    """Metrics in the text format of Prometheus."""
    if not server.settings.metrics and not is_this_machine(request, server.settings):
        raise FiguresClosed()
    if server.settings.workers > 1:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
