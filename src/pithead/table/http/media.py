"""Responses that are not JSON: how the OpenAPI description names their media type."""

from typing import Any

from fastapi import Response

NDJSON = "application/x-ndjson"
PLAIN = "text/plain"


def text(media_type: str) -> dict[str, Any]:
    """Arguments of a route that answers with a text; its problems stay JSON.

    A response class with a media type would lend that type to the problems too.
    """
    return {
        "response_class": Response,
        "responses": {200: {"content": {media_type: {"schema": {"type": "string"}}}}},
    }
