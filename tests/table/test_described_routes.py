"""P18: every route answers generated requests as it describes itself, and never with an internal error.

Schemathesis' own decorator makes all requests when tests are collected, which every process does.
Here they are made when a test runs, a quarter of the routes in each, so that processes share them.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from .client import GIVE_UP
from .conftest import Server

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def description() -> Any:
    # Half a second of imports that no other test needs.
    import schemathesis

    from pithead.table.http import app

    return schemathesis.openapi.from_dict(app.schema())


@pytest.mark.parametrize("examples", [2, pytest.param(40, marks=pytest.mark.soak)])
@pytest.mark.parametrize("what", ["tables", "anything else"])
@pytest.mark.parametrize("how", ["reading", "changing"])
def test_every_route_answers_generated_requests_as_described(
    how: str, what: str, examples: int, description: Any, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Status codes, content types and bodies are those of the description."""
    import requests
    from schemathesis import checks
    from schemathesis.generation.feedback import FeedbackSources
    from schemathesis.pytest._test_builder import build_operation_test

    session = requests.Session()  # one connection for all, and nothing is read from the environment
    session.trust_env = False

    # Every third request at the limits of what a route describes, the others in `make soak`.
    sent = itertools.count()

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def as_described(case: Any) -> None:
        if examples < 40 and next(sent) % 3:
            return
        response = case.call(base_url=server.address, timeout=GIVE_UP, session=session)
        assert response.status_code < 500, response.text
        if response.status_code >= 400:
            problem = response.json()
            assert set(problem) == {"code", "text", "params"}
            assert "Traceback" not in problem["text"]
        case.validate_response(
            response,
            checks=[
                checks.not_a_server_error,
                checks.status_code_conformance,
                checks.content_type_conformance,
                checks.response_schema_conformance,
            ],
        )

    if examples < 40:
        # Of the methods that a path does not have: the seven others are refused in the same place.
        monkeypatch.setattr(description.config.phases.coverage, "unexpected_methods", {"delete"})
    routes = description.exclude(path_regex="/stream$")
    routes = routes.include(method="GET") if how == "reading" else routes.exclude(method="GET")
    routes = routes.include(path_regex="/tables") if what == "tables" else routes.exclude(path_regex="/tables")
    operations = [found.ok() for found in routes.get_all_operations()]
    assert len(operations) > 10
    for operation in operations:
        build_operation_test(
            config=routes.config,
            operation=operation,
            test_func=as_described,
            given_kwargs={},
            feedback=FeedbackSources(),
        )()
