"""Annotations for fields of a view: a seat, a list with an entry for every player, what is the same in every position.

Apart from `parameters`: rules read those, and the first legal list shall not wait for pydantic.
"""

from typing import Annotated, Any, TypeAlias

from pydantic import Field

Seat: TypeAlias = Annotated[int, Field(json_schema_extra={"format": "seat"})]
BySeat: TypeAlias = Annotated[list[int], Field(json_schema_extra={"format": "by_seat"})]
AS_PRINTED: Any = Field(json_schema_extra={"format": "printed"})
