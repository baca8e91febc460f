"""Responses that are not JSON: their media type is that of the OpenAPI description too."""

from fastapi.responses import Response


class JsonLines(Response):
    """One JSON object per line."""

    media_type = "application/x-ndjson"
