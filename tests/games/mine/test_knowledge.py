"""What a seat knows: imagined tables are honest, and what was seen is remembered."""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import pithead
from pithead.engine.match import Match
from pithead.kit.loader import BackendName

from .builder import CARDS, GAME, RULES, STATE, A, B, C, D, Pit, words

SAMPLES = 2000


def imagined(pit: Pit, seat: int = A, samples: int = SAMPLES, backend: BackendName = "interpreted") -> Iterator[Any]:
    """Tables as a seat imagines them: compiled with the helmets of today, of which knowledge knows nothing."""
    rules, readable = (pithead.load("mine") if backend == "compiled" else GAME).rules(backend), GAME.rules()
    data = RULES.encode(pit.s)
    for number in range(samples):
        state = rules.decode(data)
        rules.determinize(state, seat, rules.fast(number, 11))
        yield readable.decode(rules.encode(state)) if backend == "compiled" else state


def chi_square(found: Counter[Any], expected: dict[Any, float]) -> float:
    """How far the sample is from the expected proportions; infinite if something impossible was found."""
    assert set(found) <= set(expected), set(found) - set(expected)
    total = found.total()
    return sum((found[key] - total * share) ** 2 / (total * share) for key, share in expected.items())


def fits(found: Counter[Any], expected: dict[Any, float]) -> bool:
    """Whether a sample agrees with the expected proportions."""
    freedom = len(expected) - 1
    # Wilson and Hilferty's approximation of the quantile at p = 10⁻⁴.
    limit = freedom * (1 - 2 / (9 * freedom) + 3.719 * (2 / (9 * freedom)) ** 0.5) ** 3
    return bool(chi_square(found, expected) < limit)


def evenly(outcomes: Any) -> dict[Any, float]:
    """Every outcome equally likely."""
    listed = list(outcomes)
    return dict.fromkeys(listed, 1 / len(listed))


def board(state: Any, seat: int) -> tuple[str, ...]:
    """All cards of a seat by place: hand, events, watchtower, mine, recruitment, stacks."""
    player = state.players[seat]
    return (
        words(player.hand),
        words(player.events, STATE.N_PROFESSIONS),
        *(words(site) for site in player.sites),
        *(words(player.stacks[i].cards) for i in range(player.n_stacks)),
    )


def deck(state: Any) -> str:
    return " ".join(STATE.KINDS[kind] for kind in state.deck.items[: state.deck.n])


# Cards


def test_at_the_start_everybody_knows_all_hands() -> None:
    pit = Pit(4)
    for state in imagined(pit, samples=50):
        assert [list(p.hand) for p in state.players] == [list(p.hand) for p in pit.s.players]


def test_the_order_of_the_deck_is_imagined_anew() -> None:
    decks = {deck(state) for state in imagined(Pit(2), samples=50)}
    assert len(decks) == 50
    assert len({" ".join(sorted(cards.split())) for cards in decks}) == 1


def test_unseen_cards_are_found_at_every_place_equally_often() -> None:
    """Two cards in a hand and two in the deck: all 24 arrangements, the hand in any order."""
    pit = Pit(2).hand(B, "looter patrol").deck("guard foreman")
    found = Counter((words(state.players[B].hand), deck(state)) for state in imagined(pit))
    cards = ("looter", "guard", "foreman", "patrol")
    order = {card: number for number, card in enumerate(STATE.KINDS)}
    arrangements = (
        (" ".join(sorted(four[:2], key=order.__getitem__)), " ".join(four[2:]))
        for four in itertools.permutations(cards)
    )
    expected = Counter(arrangements)
    assert fits(found, {key: count / 24 for key, count in expected.items()})


@pytest.mark.parametrize(
    ("backend", "samples"),
    [
        ("interpreted", SAMPLES),
        pytest.param("compiled", 20_000, marks=pytest.mark.slow),
        pytest.param("compiled", 100_000, marks=pytest.mark.soak),
    ],
)
def test_every_arrangement_of_face_down_cards_that_fits_is_equally_likely(backend: BackendName, samples: int) -> None:
    """Compared with all arrangements there are of B's and C's cards; the other four are the deck."""
    pit = Pit(3).lay(B, mine="guard", watchtower="looter").lay(C, events="flooding").hand(C, "")
    pit.hand(B, "miner miner patrol").deck("new_seam big_order rail_strike recruiter")
    assert list(pit.s.players[B].known) == [2, 0, 0, 0, 0, 0]
    cards = "miner miner guard looter recruiter patrol flooding new_seam big_order rail_strike".split()
    every = Counter(
        (watchtower, mine, event, tuple(sorted(hand)))
        for watchtower, mine, event, *hand in itertools.permutations(cards, 6)
        if {watchtower, mine}.isdisjoint(cards[5:]) and event in cards[5:]
        # What is left of B's starting hand is still with B.
        if (watchtower, mine, *hand).count("miner") == 2
    )
    found = Counter(
        (
            words(b.sites[0]),
            words(b.sites[1]),
            words(c.events, STATE.N_PROFESSIONS),
            tuple(sorted(words(b.hand).split())),
        )
        for b, c in ((state.players[B], state.players[C]) for state in imagined(pit, A, samples, backend))
    )
    assert set(found) <= set(every)
    parts: dict[str, Callable[[tuple[Any, ...]], Any]] = {
        "watchtower": lambda cards: cards[0],
        "face down": lambda cards: cards[:2],
        "event": lambda cards: cards[2],
        "hand": lambda cards: cards[3],
        "known cards face down": lambda cards: cards[:2].count("miner"),
    }
    for name, part in parts.items():
        expected: Counter[Any] = Counter()
        sample: Counter[Any] = Counter()
        for arrangement, count in every.items():
            expected[part(arrangement)] += count
        for arrangement, count in found.items():
            sample[part(arrangement)] += count
        assert fits(sample, {key: count / every.total() for key, count in expected.items()}), name


@pytest.mark.parametrize(
    ("backend", "samples"), [("interpreted", SAMPLES), pytest.param("compiled", 20_000, marks=pytest.mark.slow)]
)
def test_all_cards_of_the_dummy_are_professions_and_all_that_fits_is_equally_likely(
    backend: BackendName, samples: int
) -> None:
    """Compared with all arrangements there are of B's and the dummy's cards; the other three are the deck."""
    pit = Pit(3, dummy=True).lay(B, mine="guard").lay(C, mine="looter").hand(C, "recruiter")
    pit.hand(B, "miner patrol").deck("foreman new_seam big_order")
    assert [list(pit.s.players[seat].known) for seat in (B, C)] == [[1, 0, 0, 0, 0, 0], [0] * 6]
    cards = "miner guard looter recruiter foreman patrol new_seam big_order".split()
    every = Counter(
        (mine, tuple(sorted(hand)), dummy_mine, dummy_hand)
        for mine, dummy_mine, dummy_hand, *hand in itertools.permutations(cards, 5)
        if {mine, dummy_mine, dummy_hand}.isdisjoint(cards[5:]) and "miner" in (mine, *hand)
    )
    found = Counter(
        (words(b.sites[1]), tuple(sorted(words(b.hand).split())), words(c.sites[1]), words(c.hand))
        for b, c in ((state.players[B], state.players[C]) for state in imagined(pit, A, samples, backend))
    )
    assert fits(found, {key: count / every.total() for key, count in every.items()})


def test_the_many_cards_of_the_dummy_are_arranged_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten hidden cards that can only be professions leave nothing to try again."""
    knowledge = GAME.rules().instance.module("knowledge")
    tried = 0
    attempt = knowledge.try_professions

    def counted(*given: Any) -> bool:
        nonlocal tried
        tried += 1
        return bool(attempt(*given))

    monkeypatch.setattr(knowledge, "try_professions", counted)
    pit = Pit(2, dummy=True).hand(B, "guard guard looter looter recruiter recruiter foreman foreman")
    pit.lay(B, mine="guard", watchtower="looter")
    assert sum(1 for _ in imagined(pit, samples=50)) == tried == 50


def test_cards_left_of_the_starting_hand_stay_with_their_owner() -> None:
    """After two of its four miners were seen, B still has the other two, in hand or face down."""
    pit = Pit(2).coal(0, 0).turn("pass", "mine miner", "mine miner", "pass")
    while pit.phase.startswith("discard"):
        pit.play(pit.legal[-1])
    assert pit.s.round == 2
    pit.turn("mine pit_builder")
    for state in imagined(pit, samples=200):
        cards = board(state, B)
        assert sum(place.split().count("miner") for place in cards) >= 2
        assert sum(place.split().count("pit_builder") for place in cards) >= 4


def test_a_revealed_card_is_not_imagined_again() -> None:
    """The only patrol has been played and lies in the discard pile: nobody holds it."""
    pit = Pit(3).coal(0, 0, 0).lay(B, events="patrol").resolve()
    while pit.s.round == 1:
        pit.play(pit.legal[-1])
    assert pit.s.discard[STATE.KINDS.index("patrol")] == 1
    for state in imagined(pit, samples=100):
        assert not any(state.players[seat].hand[STATE.KINDS.index("patrol")] for seat in range(3))
        assert "patrol" not in deck(state)


def make_old(pit: Pit, *seats: int) -> Pit:
    """All cards of these seats were drawn before the deck was last shuffled, and none is left of their first hands."""
    for seat in seats:
        player = pit.s.players[seat]
        player.known[:] = [0] * STATE.N_PROFESSIONS
        pit._keep_books()
    for seat in seats:
        CARDS.forget_fresh(pit.s, seat)
    pit.s.batch[:] = [list(pit.s.deck.items[: pit.s.deck.n]).count(kind) for kind in range(STATE.N_KINDS)]
    return pit


def draw_card(pit: Pit, seat: int) -> None:
    CARDS.take_card(pit.s, seat, CARDS.draw_card(pit.s))


@pytest.fixture
def reshuffled() -> Pit:
    """B and C hold an old card each, then the discards became the deck, and C drew a card from it."""
    pit = Pit(3).hand(A, "").hand(B, "looter").hand(C, "guard").deck("foreman recruiter patrol")
    draw_card(make_old(pit, A, B, C), C)
    assert pit.audit == 0
    return pit


def test_old_cards_stay_in_hands_and_fresh_ones_with_those_who_drew(reshuffled: Pit) -> None:
    """B has looter or guard; C the other of them and one of the three cards of the new deck."""
    found = Counter((words(state.players[B].hand), words(state.players[C].hand)) for state in imagined(reshuffled))
    new = ("foreman", "recruiter", "patrol")
    order = {card: number for number, card in enumerate(STATE.KINDS)}
    outcomes = [
        (b, " ".join(sorted((c, fresh), key=order.__getitem__)))
        for b, c in (("looter", "guard"), ("guard", "looter"))
        for fresh in new
    ]
    assert fits(found, evenly(outcomes))


def test_what_was_shown_since_the_shuffle_may_be_old_or_fresh(reshuffled: Pit) -> None:
    """C discards the guard. Was it fresh? No deck card was a guard: so B has the looter, and C a fresh card."""
    s = reshuffled.s
    CARDS.discard_card(s, C, STATE.KINDS.index("guard"))
    found = Counter((words(state.players[B].hand), words(state.players[C].hand)) for state in imagined(reshuffled))
    assert fits(found, evenly(("looter", fresh) for fresh in ("foreman", "recruiter", "patrol")))


def test_what_was_shown_before_drawing_is_not_fresh() -> None:
    """B discards an old guard and then draws from a deck with another guard: its other card is old, this one fresh."""
    pit = make_old(Pit(3).hand(A, "").hand(B, "guard looter").hand(C, "foreman").deck("recruiter guard"), A, B, C)
    CARDS.discard_card(pit.s, B, STATE.KINDS.index("guard"))
    draw_card(pit, B)
    found = Counter((words(state.players[B].hand), words(state.players[C].hand)) for state in imagined(pit))
    outcomes = [("looter guard", "foreman"), ("looter recruiter", "foreman")]
    outcomes += [("guard foreman", "looter"), ("recruiter foreman", "looter")]
    assert fits(found, evenly(outcomes))


def test_what_a_seat_drew_itself_it_knows(reshuffled: Pit) -> None:
    """C knows its own cards, so B's old card is certain."""
    for state in imagined(reshuffled, seat=C, samples=50):
        assert words(state.players[C].hand) == "guard patrol"
        assert words(state.players[B].hand) == "looter"


def test_nobody_holds_a_card_that_it_cannot_have_drawn() -> None:
    """Followed through whole games by the open log alone: who can have each card of which there is only one."""
    single = [kind for kind in range(STATE.N_KINDS) if STATE.COPIES[kind] == 1]
    checked = 0
    for players, dummy in ((3, True), (5, False), (6, False)):
        match = pithead.new("mine", players, seed=f"ledger {players}", options={"dummy": dummy})
        choose = random.Random(players)
        ledger = Ledger(match.state.seats, single)
        while not match.over:
            if ledger.shuffles and choose.random() < 0.3:
                for seat in range(players):
                    state = match.rules.copy(match.state)
                    match.rules.determinize(state, seat, match.rules.fast(len(match.actions), seat))
                    checked += ledger.check(state, seat)
            for event in match.play(choose.choice(match.legal)):
                ledger.note(event.name, event.params, match.state.seats - 1)
    assert checked > 200


class Ledger:
    """Who can hold the single cards, from what everybody sees."""

    def __init__(self, seats: int, single: list[int]) -> None:
        self.possible = {kind: set(range(seats)) | {"deck"} for kind in single}
        self.discarded: set[int] = set()
        self.shuffles = 0

    def note(self, name: str, params: dict[str, Any], dummy: int) -> None:
        if name in ("event_shown", "discarded", "set_aside"):
            kind = STATE.KINDS.index(params["card"])
            if kind in self.possible:
                self.possible[kind] = set()
                self.discarded.add(kind)
        elif name == "reshuffled":
            self.shuffles += 1
            for kind, places in self.possible.items():
                # The old deck is empty: whatever was not in the pile is in a hand.
                places.discard("deck")
                if kind in self.discarded:
                    places.add("deck")
        elif name == "drew" and params["cards"]:
            seat = dummy if params["player"] == "dummy" else params["player"]
            for places in self.possible.values():
                if "deck" in places:
                    places.add(seat)

    def check(self, state: Any, observer: int) -> int:
        """No imagined card lies where it cannot be; returns how many were looked at."""
        checked = 0
        for kind, places in self.possible.items():
            event = kind - STATE.N_PROFESSIONS
            for seat in range(state.seats):
                player = state.players[seat]
                if seat != observer and player.hand[kind] + (player.events[event] if player.shown == 0 else 0):
                    checked += 1
                    assert seat in places, (STATE.KINDS[kind], seat, places)
            if kind in state.deck.items[: state.deck.n]:
                checked += 1
                assert "deck" in places, (STATE.KINDS[kind], places)
        return checked


# Targets and die cards


def test_hidden_targets_are_any_two_different_seats() -> None:
    pit = Pit(4).attack(B, A, "looter").attack(B, D, "miner")
    found = Counter(tuple(stack.target for stack in state.players[B].stacks[:2]) for state in imagined(pit))
    assert fits(found, evenly(itertools.permutations((A, C, D), 2)))


def test_the_dummy_is_known_to_attack_only_seats_with_coal() -> None:
    pit = Pit(4, round=2, dummy=True).coal(2, 0, 2, 2).attack(D, A, "miner")
    assert {state.players[D].stacks[0].target for state in imagined(pit, samples=100)} == {A, C}


def test_the_pile_of_the_dummy_holds_no_event() -> None:
    pit = Pit(2, dummy=True).hand(B, "looter guard").deck("patrol flooding foreman")
    pit.s.players[B].known[:] = [0] * STATE.N_PROFESSIONS
    found = Counter(words(state.players[B].hand) for state in imagined(pit._keep_books()))
    assert fits(found, evenly(("looter guard", "looter foreman", "guard foreman")))


def test_open_targets_are_not_imagined_anew() -> None:
    pit = Pit(4, hidden_targets=False).attack(B, D, "looter")
    assert {state.players[B].stacks[0].target for state in imagined(pit, samples=50)} == {D}


def test_the_order_of_the_die_cards_is_unknown_but_their_set_is_not() -> None:
    pit = Pit(2, variant_die_cards=True)
    turned = pit.s.die_card
    found = Counter(state.die_deck.items[4] for state in imagined(pit))
    assert fits(found, evenly(card for card in range(6) if card != turned))


def test_own_cards_are_never_touched() -> None:
    pit = Pit(3, seed=4).attack(A, C, "looter").lay(A, events="patrol", mine="guard")
    before = board(pit.s, A)
    for state in imagined(pit, samples=30):
        assert board(state, A) == before
        assert state.players[A].stacks[0].target == C


# Views


def test_a_spectator_sees_no_hand() -> None:
    view = Pit(3).view(None)
    assert [board.hand for board in view.boards] == [None] * 3
    assert [board.cards for board in view.boards] == [8] * 3


def test_ranks_of_a_running_game_do_not_tell_about_hands() -> None:
    """Professions in hand break ties only at the end."""
    pit = Pit(2).coal(2, 2).hand(A, "miner miner").hand(B, "miner patrol")
    assert pit.ranks == [1, 1]
    pit.s.phase = STATE.Phase.OVER
    assert pit.ranks == [1, 2]


def test_the_resolution_is_told_step_by_step() -> None:
    """Rich enough for a show: revealed cards, attack − defence = claim, coal, sales, the shrinking reserve, draws."""
    pit = Pit(3, round=2).coal(3, 2, 0).lay(A, watchtower="miner", mine="miner").attack(B, A, "looter")
    pit.lay(C, events="firedamp").resolve()
    pit.turn("sell 1", "sell 2")
    names = [event.name for event in pit.log]
    shown = ("event_shown", "firedamp", "attackers", "guards", "attacked", "looted", "sold", "miners", "gassed", "drew")
    places = [names.index(name) for name in shown]
    assert places == sorted(places)


def test_private_events_reach_only_their_owner() -> None:
    match = Match(GAME, 3, pithead.new("mine", 3, seed=3).deal)
    match.play("mine miner")
    mover = match.to_move
    assert mover is not None
    own = [event for event in match.events(mover) if event.name == "laid_own"]
    assert [event.params["card"] for event in own] == ["miner"]
    match.confirm()
    for seat in range(3):
        seen = [event.name for event in match.events(seat)]
        assert ("laid_own" in seen) == (seat == mover)
        assert "laid" in seen
