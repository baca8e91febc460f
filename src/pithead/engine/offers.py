"""What a player can do, cannot do and could plan: data for clients, which know no rules."""

from dataclasses import dataclass, field

Param = int | str


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence by message id."""

    message: str
    params: dict[str, Param] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Offer:
    """How a game describes one legal decision.

    `kind` and `params` give the sentence `action.<kind>`; `targets` are the board objects to light.
    `preview` tells by how much the mover's amounts change (`points`), or another player's (`points@2`): all that the
    decision changes, but those named in `unknown`, which depend on what is revealed by it.
    """

    kind: str
    params: dict[str, Param] = field(default_factory=dict)
    targets: tuple[str, ...] = ()
    cost: dict[str, int] = field(default_factory=dict)
    preview: dict[str, int] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """A legal decision as a client gets it."""

    id: int
    text: str
    kind: str
    params: dict[str, Param]
    targets: tuple[str, ...]
    cost: dict[str, int]
    preview: dict[str, int]
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a visible target is closed: the sentence `refusal.<code>`, the ruling, and the decision it would be."""

    target: str
    code: str
    params: dict[str, Param] = field(default_factory=dict)
    rule: str = ""
    action: int = -1


@dataclass(frozen=True, slots=True)
class Plan:
    """The shortest sequence of decisions that reaches a target: the sentence `plan.<kind>`."""

    target: str
    kind: str
    params: dict[str, Param]
    actions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Offers:
    """All that the player to move can be told about the next decision."""

    options: tuple[Option, ...]
    refusals: tuple[Refusal, ...]
    plans: tuple[Plan, ...]
