"""The OpenAPI description names one media type per answer, and what is in it."""

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from pithead.table import protocol
from pithead.table.http import app

from .client import GIVE_UP
from .conftest import Server

TEXTS = {
    "/api/tables/{table}/record": "text/plain",
    "/api/tables/{table}/positions": "application/x-ndjson",
    "/api/jobs/{job}/stream": "application/x-ndjson",
    "/api/metrics": "text/plain",
}
DOCUMENTS = {
    "/api/games/{game}/messages/{language}",
    "/api/messages/{language}",
    "/api/games/{game}/schema",
    "/api/protocol",
}
"""Answers that are a file of messages or a schema, whose fields are nobody's model."""


@pytest.fixture(scope="module")
def description() -> Any:
    return app.schema()


@pytest.fixture(scope="module")
def paths(description: Any) -> Any:
    return description["paths"]


def test_the_server_publishes_the_description(server: Server, description: Any) -> None:
    answer = httpx.get(f"{server.address}/api/openapi.json", timeout=GIVE_UP)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    assert answer.json() == description


def test_every_answer_is_described_by_one_media_type_with_a_schema(paths: Any) -> None:
    for path, operations in paths.items():
        for method, operation in operations.items():
            for status, answer in operation["responses"].items():
                content = answer.get("content", {})
                assert len(content) == (status != "204"), (method, path, status, list(content))
                assert all(one["schema"] for one in content.values()), (method, path, status)


def test_every_route_answers_with_a_published_model(description: Any) -> None:
    models = {f"#/components/schemas/{name}" for name in protocol.__all__}
    untyped = set()
    for path, operations in description["paths"].items():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                schema = answer.get("content", {}).get("application/json", {}).get("schema")
                if schema is not None and schema.get("items", schema).get("$ref") not in models:
                    untyped.add(path)
                    assert status == "200", (path, status)
    assert untyped == DOCUMENTS


def test_no_test_reads_a_frame_without_the_published_schema() -> None:
    """Every test that receives from a socket of a table does it through `read_frame`."""
    receives = re.compile(r"await \w+\.recv\(|_socket\.recv\(|async for \w+ in \w*socket\b")
    for file in Path(__file__).parent.parent.rglob("*.py"):
        text = file.read_text("utf-8")
        for found in receives.finditer(text):
            assert "read_frame(" in text[max(0, found.start() - 40) : found.end() + 120], (file.name, found[0])


def test_texts_are_described_as_texts(paths: Any) -> None:
    for path, media in TEXTS.items():
        content = paths[path]["get"]["responses"]["200"]["content"]
        assert content == {media: {"schema": {"type": "string"}}}


def test_problems_are_json_whatever_the_answer_is(paths: Any) -> None:
    for operations in paths.values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                if status >= "400":
                    assert list(answer["content"]) == ["application/json"], (operation["operationId"], status)


def test_every_problem_has_a_code_a_text_and_its_params(description: Any) -> None:
    for operations in description["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                if status >= "400":
                    reference = answer["content"]["application/json"]["schema"]["$ref"]
                    model = description["components"]["schemas"][reference.removeprefix("#/components/schemas/")]
                    assert model["required"] == ["code", "text", "params"], (operation["operationId"], status)
