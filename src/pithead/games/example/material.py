"""The shape of Lamp Room's components, for edition files."""

from pydantic import BaseModel, ConfigDict, Field, model_validator


class Strict(BaseModel):
    """Unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Lamp(Strict):
    """One kind of lamp."""

    name: str = Field(min_length=1, pattern=r"^[a-z_]+$")
    brightness: int = Field(ge=1, le=50)
    copies: int = Field(ge=1, le=20)


class Play(Strict):
    """Counts of the rules."""

    hand: int = Field(ge=1, le=10)
    rounds: int = Field(ge=1, le=20)
    die: int = Field(ge=2, le=100)
    draught: int = Field(ge=0)


class Material(Strict):
    """A whole edition."""

    schema_: str = Field(alias="schema", pattern="^example/1$")
    sources: dict[str, str]
    provenance: dict[str, str]
    play: Play
    lamps: list[Lamp] = Field(min_length=2, max_length=12)

    @model_validator(mode="after")
    def enough_lamps(self) -> "Material":
        """Four players must be able to take their hands."""
        if sum(lamp.copies for lamp in self.lamps) < 4 * self.play.hand:
            raise ValueError("there are fewer lamps than four hands need")
        if len({lamp.name for lamp in self.lamps}) < len(self.lamps):
            raise ValueError("two lamps have the same name")
        return self
