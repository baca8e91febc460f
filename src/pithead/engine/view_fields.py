"""Annotations for fields of a view: a seat, a number for every player, things of a kind, what never changes.

Apart from `parameters`: rules read those, and the first legal list shall not wait for pydantic.
"""

from typing import Annotated, Any, TypeAlias

from pydantic import Field

Seat: TypeAlias = Annotated[int, Field(json_schema_extra={"format": "seat"})]
BySeat: TypeAlias = Annotated[list[int], Field(json_schema_extra={"format": "by_seat"})]
Partners: TypeAlias = Annotated[list[int], Field(json_schema_extra={"format": "partners"})]
AS_PRINTED: Any = Field(json_schema_extra={"format": "printed"})


def things(kind: str) -> Any:
    """Ids, or what is counted by id, are things of a kind with names: `engineer` goes by `name.bonus_engineer`."""
    return Field(json_schema_extra={"format": kind})
