"""Middleware: body size, origin, rate limits, and security headers."""

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pithead.engine.errors import PitheadError
from pithead.table import metrics
from pithead.table.errors import TooLarge, status_of
from pithead.table.identity import COOKIE
from pithead.table.language import language_asked
from pithead.table.limits import address_of
from pithead.table.problems import problem_of
from pithead.table.settings import Settings

from .deps import Server, bearer
from .origin import check_host, check_origin

SAFE = {"GET", "HEAD", "OPTIONS"}
MAX_BODY = 65_536
MAX_RECORD = 2_500_000
MAX_EDITION = 1_250_000
HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


def body_limit(path: str, settings: Settings) -> int:
    """The body limit in bytes: only records and edition files are large, and the latter only where allowed."""
    edition = MAX_EDITION if settings.editions else 0
    return MAX_BODY + {"/api/records": MAX_RECORD + edition, "/api/tables": edition}.get(path, 0)


def policy(host: str) -> str:
    """The content security policy: everything from here, nothing inline, nothing from elsewhere."""
    # Some browsers do not count a socket of the same host as 'self'.
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        f"connect-src 'self' ws://{host} wss://{host}; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )


class Protection:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, serve, and add the headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        started: dict[str, int] = {}

        async def strict_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                started["status"] = message["status"]
                out = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    out[name] = value
                out["content-security-policy"] = policy(_plain(host))
                if scope["path"].startswith("/api/") and "cache-control" not in out:
                    out["cache-control"] = "no-store"
            await send(message)

        try:
            limited = self._check(scope, headers, receive)
        except PitheadError as problem:
            await refuse(strict_send, problem, scope)
            return
        # RFC 9110, 9.1: a server answers HEAD where it answers GET. uvicorn leaves the body out.
        inner = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
        await self.app(inner, limited, strict_send)
        route = inner.get("route")
        metrics.requests.labels(getattr(route, "path", "unknown"), str(started.get("status", 0))).inc()

    def _check(self, scope: Scope, headers: Headers, receive: Receive) -> Receive:
        server: Server = scope["app"].state.server
        check_host(headers.get("host"), server.settings.host, server.settings.origins)
        if scope["method"] not in SAFE:
            check_origin(headers.get("origin"), headers.get("host"), server.settings.origins)
        address = address_of(HTTPConnection(scope))
        if scope["path"].startswith("/api/"):
            session = server.identity.session(bearer(headers) or _cookie(headers))
            server.limits.visit(session and session.device, address)
        limit = body_limit(scope["path"], server.settings)
        declared = headers.get("content-length", "0")
        if not declared.isdigit() or int(declared) > limit:
            raise TooLarge(limit=limit)
        read = 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            before, read = read, read + len(message.get("body", b""))
            if read > limit:
                raise TooLarge(limit=limit)
            if before <= MAX_BODY < read:
                # Large bodies take a rate-limit token before they are read.
                server.limits.take("upload", address)
            return message

        return counted


def _cookie(headers: Headers) -> str | None:
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value
    return None


def _plain(host: str) -> str:
    """A host name without characters that are unsafe in a header."""
    return "".join(letter for letter in host if letter.isalnum() or letter in ".:-[]")


async def refuse(send: Send, problem: PitheadError, scope: Scope) -> None:
    """Respond with a problem, outside of the application."""
    body = problem_of(problem, language_asked(HTTPConnection(scope))).model_dump_json().encode()
    await send(
        {
            "type": "http.response.start",
            "status": status_of(problem),
            "headers": [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())],
        }
    )
    await send({"type": "http.response.body", "body": body})
