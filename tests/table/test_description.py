"""The OpenAPI description names one media type per answer, and what is in it."""

from typing import Any

import pytest

from pithead.table.http import app

TEXTS = {
    "/api/tables/{table}/record": "text/plain",
    "/api/tables/{table}/positions": "application/x-ndjson",
    "/api/jobs/{job}/stream": "application/x-ndjson",
    "/api/metrics": "text/plain",
}


@pytest.fixture(scope="module")
def description() -> Any:
    return app.schema()


@pytest.fixture(scope="module")
def paths(description: Any) -> Any:
    return description["paths"]


def test_every_answer_is_described_by_one_media_type_with_a_schema(paths: Any) -> None:
    for path, operations in paths.items():
        for method, operation in operations.items():
            for status, answer in operation["responses"].items():
                content = answer.get("content", {})
                assert len(content) == (status != "204"), (method, path, status, list(content))
                assert all(one["schema"] for one in content.values()), (method, path, status)


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
