"""Exception handlers: a failed request is answered with a `Problem` in the client's language, never a traceback."""

from collections.abc import Iterator

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.routing import Match

from pithead.engine.errors import PitheadError
from pithead.table.errors import Internal, Malformed, NoMethod, NotFound, SessionEnded, status_of
from pithead.table.identity import COOKIE
from pithead.table.language import language_asked
from pithead.table.problems import misfit, problem_of

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def add_handlers(app: FastAPI) -> None:
    """Register a handler for every kind of exception."""
    app.add_exception_handler(PitheadError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _failed)


def refusal(asked: HTTPConnection, problem: PitheadError) -> JSONResponse:
    """The response to a rejected request or handshake."""
    answer = JSONResponse(problem_of(problem, language_asked(asked)).model_dump(), status_of(problem))
    if isinstance(problem, SessionEnded):
        # The cookie is deleted: the next request starts a new session.
        answer.delete_cookie(COOKIE)
    return answer


async def _refused(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, PitheadError)
    return refusal(request, problem)


async def _malformed(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, RequestValidationError)
    return refusal(request, Malformed(**misfit(problem.errors()[0])))


async def _http(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    if isinstance(problem.__cause__, PitheadError):
        # Refused while the body was being read.
        return refusal(request, problem.__cause__)
    if problem.status_code == 405:
        answer = refusal(request, NoMethod(method=request.method))
        answer.headers["allow"] = ", ".join(_methods(request))
        return answer
    if problem.status_code == 404:
        return refusal(request, NotFound())
    return refusal(request, Malformed(where="body", why="bad_value", detail=str(problem.detail)))


def _methods(request: Request) -> Iterator[str]:
    """All methods of an address; the router names only those of the first of its routes."""
    for method in METHODS:
        scope = {**request.scope, "method": method}
        if any(route.matches(scope)[0] is Match.FULL for route in request.app.routes):
            yield method
            if method == "GET":
                yield "HEAD"


async def _failed(request: Request, problem: Exception) -> Response:
    return refusal(request, Internal())
