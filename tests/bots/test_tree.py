"""The tree search: same on both backends, keeps its tree, counts what is available."""

from typing import Any

import pytest

import pithead
from pithead.bots.greedy import Greedy
from pithead.bots.search import warming
from pithead.bots.search.searcher import Searcher
from pithead.bots.search.settings import Settings
from pithead.bots.search.workspace import Backing, Tree
from pithead.engine.game import Game
from pithead.engine.match import END
from tests.bots.ways import every_way
from tests.contract.settings import Setting

EXAMPLE = pithead.load("example")


def tree(game: Game = EXAMPLE, **changes: Any) -> Tree:
    """An interpreted tree, for Lamp Room or another game."""
    grown = Tree(Backing(game), Settings.of(game, **changes))
    grown.seed(7, 7)
    return grown


def position(players: int = 2, seed: int = 1, **options: Any) -> pithead.Match:
    """A match of Lamp Room at its first decision."""
    return pithead.new(EXAMPLE, players, seed=seed, options=options)


def standing(match: pithead.Match, **changes: Any) -> tuple[Tree, int]:
    """A tree at the match's position."""
    grown = tree(**changes)
    seat = match.to_move
    assert seat is not None
    grown.reset(match.imagine(seat))
    return grown, seat


def test_every_simulation_takes_one_decision_at_the_root() -> None:
    match = position()
    grown, seat = standing(match)
    grown.simulate(seat, 60)
    tally = grown.tally(match.legal)
    assert sum(visits for visits, _ in tally) == 60
    assert all(0 <= value <= visits for visits, value in tally)


def test_a_limit_of_effort_ends_a_search_early() -> None:
    """Every simulation here judges its end for both players, and what it adds to the tree."""
    grown, seat = standing(position())
    grown.simulate(seat, 1000, 100)
    assert 0 < grown.visits < 100 / 2
    before = grown.visits
    grown.simulate(seat, 1000, 1)
    assert grown.visits == before + 1
    playing, seat = standing(position(), horizon=-1, picks=3)
    playing.simulate(seat, 1000, 100)
    assert playing.visits == 1, "a playout of a whole game is more effort than a hundred"


def test_a_forced_decision_is_played_without_a_node_and_without_a_search() -> None:
    match = position()
    match.play("rest")
    assert match.legal == [END]
    bot = Searcher("foreman", EXAMPLE, 1, simulations=50, on=Backing(EXAMPLE))
    assert match.to_move is not None
    assert bot.choose(match.imagine(match.to_move)) == END
    assert bot.found == []
    assert bot._trees[0].visits == 0


def test_the_search_finds_the_only_winning_lamp() -> None:
    """Last turn of the game: one lamp wins, one draws level, resting loses."""
    match = position(seed=3)
    s = match.state
    s.round, s.glow = 8, 0
    s.first = (s.current + 1) % 2
    me, other = s.players[s.current], s.players[1 - s.current]
    lamps = match.game.module("state").BRIGHTNESS
    dim, bright = 0, len(lamps) - 1
    me.hand[:] = [0] * len(lamps)
    me.hand[dim] = me.hand[bright] = 1
    me.held, me.matches, me.points = 2, 0, 10
    other.points = 10 + lamps[dim]
    bot = Searcher("foreman", EXAMPLE, 1, simulations=60, on=Backing(EXAMPLE))
    assert match.to_move is not None
    choice = bot.choose(match.imagine(match.to_move))
    assert EXAMPLE.action_texts[choice] == f"hang {match.game.module('state').LAMPS[bright]}"
    assert bot.found[0].value > 0.85


def test_team_mates_share_what_they_win() -> None:
    match = position(players=4, teams=True)
    while match.state.round < 8 or match.state.current != match.state.first:
        match.play(END if END in match.legal else match.legal[-1])
    grown, seat = standing(match, horizon=-1, margin=0.0)
    grown.simulate(seat, 40)
    reward = grown.work.reals[grown._module.REWARD][:4]
    assert reward[0] == reward[2]
    assert reward[1] == reward[3]
    assert reward[0] + reward[1] == 1.0


def test_the_tree_is_kept_while_the_turn_goes_on() -> None:
    """Mine Out: a turn is several decisions, and most reveal nothing."""
    game = pithead.load("mine-out")
    match = pithead.new(game, 3, seed=2)
    grown = Tree(Backing(game), Settings.of(game))
    kept = 0
    while kept < 3:
        seat, barrier = match.to_move, match.facts.barrier
        assert seat is not None
        if len(match.legal) == 1:
            match.play(match.legal[0])
            continue
        grown.seed(1, len(match.actions))
        grown.reset(match.imagine(seat))
        grown.simulate(seat, 40)
        visits, chosen = max(
            (visits, action) for (visits, _), action in zip(grown.tally(match.legal), match.legal, strict=True)
        )
        match.play(chosen)
        if match.to_move == seat and match.facts.barrier == barrier and len(match.legal) > 1:
            assert grown.advance(match.imagine(seat), chosen)
            assert grown.visits == visits
            kept += 1


@pytest.mark.slow
def test_the_tree_is_kept_between_turns_where_the_others_did_what_it_expected() -> None:
    kept = 0
    for seed in range(12):
        match = position(seed=seed)
        grown, seat = standing(match)
        grown.simulate(seat, 600)
        chosen = max(zip(grown.tally(match.legal), match.legal, strict=True))[1]
        greedy = Greedy("hewer", EXAMPLE, 1, on=Backing(EXAMPLE))
        action = chosen
        while match.to_move == seat:
            match.play(action)
            action = END
        while match.to_move == 1 - seat:
            match.play(greedy.choose(match.imagine(1 - seat)))
        if grown.advance(match.imagine(seat), chosen):
            assert 0 < grown.visits < 600
            kept += 1
        else:
            assert grown.visits == 0
        grown.simulate(seat, 10)
        assert sum(visits for visits, _ in grown.tally(match.legal)) >= 10
    assert kept


def test_trees_side_by_side_are_summed_and_repeatable() -> None:
    match = position(players=3, seed=9)
    assert match.to_move is not None
    found = []
    for _ in range(2):
        bot = Searcher("foreman", EXAMPLE, 5, simulations=200, threads=2, on=Backing(EXAMPLE))
        bot.choose(match.imagine(match.to_move))
        found.append(bot.found)
        assert [tree.visits for tree in bot._trees] == [70, 70]
        assert sum(one.visits for one in bot.found) == 140
    assert found[0] == found[1]


def test_every_tree_makes_at_least_one_simulation() -> None:
    match = position()
    assert match.to_move is not None
    bot = Searcher("foreman", EXAMPLE, 5, simulations=1, threads=2 * len(match.legal), on=Backing(EXAMPLE))
    assert bot.choose(match.imagine(match.to_move)) in match.legal
    assert [tree.visits for tree in bot._trees] == [1] * (2 * len(match.legal))


@pytest.mark.slow
def test_no_simulations_are_none_on_both_backends() -> None:
    assert warming.warm(EXAMPLE)
    match = position()
    seat = match.to_move
    assert seat is not None
    for on in (Backing(EXAMPLE), Backing(EXAMPLE, "compiled")):
        grown = Tree(on, Settings.of(EXAMPLE), nodes=64)
        grown.reset(match.imagine(seat))
        grown.simulate(seat, 0)
        assert grown.visits == 0


def test_a_transplanted_tree_says_the_same() -> None:
    match = position(seed=6)
    grown, seat = standing(match)
    grown.simulate(seat, 300)
    before = grown.tally(match.legal)
    grown.reroot(0)
    assert grown.tally(match.legal) == before
    assert grown.visits == 300


def test_a_decision_is_visited_at_most_as_often_as_it_was_possible() -> None:
    match = position(seed=8)
    grown, seat = standing(match)
    grown.simulate(seat, 400)
    nodes = [node for node in grown.work.nodes[1 : grown.work.pool[0]] if node.visits]
    assert all(node.visits <= node.available for node in nodes)
    assert any(node.available < 400 for node in nodes)


def followed(*children: dict[str, float], **changes: Any) -> int:
    """Which of some children a search follows."""
    grown = tree(**changes)
    module = grown._module
    for number, child in enumerate(children, 1):
        for name, value in child.items():
            setattr(grown.work.nodes[number], name, value)
    found = list(range(1, len(children) + 1))
    best: int = module.select(grown.work.nodes, len(children), grown.work.plan[0], found, [0.0] * len(children))
    return best - 1


def test_a_decision_is_explored_by_how_often_it_was_possible() -> None:
    """Not by how often its parent was visited: what is rarely possible would be tried whenever it is."""
    common = {"estimate": 0.5, "visits": 900, "available": 1000, "value": 450.0}
    rare = {"estimate": 0.5, "visits": 9, "available": 10, "value": 3.6}
    assert followed(common, rare) == 0
    assert followed(common, rare | {"available": 1000}) == 1


def test_what_looked_bad_at_first_is_visited_late() -> None:
    good = {"estimate": 0.5, "visits": 100, "available": 100, "value": 50.0}
    unseen = {"visits": 0, "available": 100, "value": 0.0}
    assert followed(good, unseen | {"estimate": 0.2}) == 0
    assert followed(good, unseen | {"estimate": 0.49}) == 1


def last_turn_with_one_match(lead: int) -> pithead.Match:
    """The very last turn, with nothing in hand but a match to draw a lamp; the other player leads."""
    match = position(seed=3)
    s = match.state
    s.round, s.glow, s.first = 8, 0, (s.current + 1) % 2
    me, other = s.players[s.current], s.players[1 - s.current]
    me.hand[:], me.held, me.matches, me.points = [0] * len(me.hand), 0, 1, 0
    other.points = lead
    return match


def test_every_simulation_deals_anew() -> None:
    """A draw wins with a lamp that is bright enough, in a part of the deals that can be counted."""
    match = last_turn_with_one_match(3)
    grown, seat = standing(match, margin=0.0)
    grown.simulate(seat, 1500)
    state = match.game.module("state")
    lamps = dict(zip(state.BRIGHTNESS, state.COPIES, strict=True))
    wins = sum(copies for bright, copies in lamps.items() if bright > 3) + lamps[3] / 2
    visits, value = grown.tally([state.Act.DRAW])[0]
    assert value / visits == pytest.approx(wins / state.N_CARDS, abs=0.07)


def reward(match: pithead.Match, **changes: Any) -> list[float]:
    """What the players can expect of a position."""
    grown = tree(match.game, **changes)
    module = grown._module
    work = grown.work
    module.count_players(match.state, work.lists[module.SIDES])
    module.judge(match.state, work.plan[0], match.players, work.lists, work.reals, work.net, work.plan[0].net)
    return list(work.reals[module.REWARD][: match.players])


def test_a_part_of_the_reward_goes_by_points() -> None:
    """A won game is worth more with a large lead: a lead of the whole scale is worth 0.854 of the part."""
    match = position()
    while not match.over:
        match.play(match.legal[-1])
    for player, points in zip(match.state.players[:2], (7, 3), strict=True):
        player.points = points
    by_points = 0.5 + 0.5 / 2**0.5
    assert reward(match, scale=4.0, margin=0.0) == [1.0, 0.0]
    assert reward(match, scale=4.0, margin=0.2) == pytest.approx([0.8 + 0.2 * by_points, 0.2 * (1 - by_points)])


def test_a_running_game_is_judged_by_points_too() -> None:
    match = position()
    evaluate = EXAMPLE.instance().game_name("evaluate")
    match.state.round = 5  # at the start chances and points are judged by the same scale
    match.state.players[0].points += 5
    lead = evaluate(match.state, 0) - evaluate(match.state, 1)
    by_points = 0.5 + 0.5 * lead / (16.0 + lead * lead) ** 0.5
    assert reward(match, scale=4.0, margin=1.0) == pytest.approx([by_points, 1 - by_points])
    chances = reward(match, scale=4.0, floor=1.0, margin=0.0)
    assert sum(chances) == pytest.approx(1)
    mixed = reward(match, scale=4.0, floor=1.0, margin=0.5)
    assert mixed[0] == pytest.approx(0.5 * chances[0] + 0.5 * by_points)


def partners(ahead: int, behind: int) -> pithead.Match:
    """Two against two in Mine Out (R63: the team of the single best player wins), one partner ahead of the other."""
    match = pithead.new("mine-out", 4, seed=1, options={"teams": True})
    match.state.seats[0].score, match.state.seats[2].score = ahead, behind
    return match


def test_what_the_weaker_partner_gains_is_a_gain_for_the_team() -> None:
    """Who is behind may still come out best: a partner that counted for nothing would have nothing to play for."""
    before, after = reward(partners(20, 15)), reward(partners(20, 18))
    assert after[0] == after[2] > before[0] == before[2]
    assert after[1] == after[3] < before[1] == before[3]
    assert before[0] + before[1] == pytest.approx(1)
    assert reward(partners(23, 15))[0] > after[0], "the better partner counts for more"
    assert reward(partners(20, 15), partner=0.0) == reward(partners(20, 18), partner=0.0)


def test_without_partners_nobody_is_pooled() -> None:
    match = pithead.new("mine-out", 4, seed=1)
    match.state.seats[0].score = 20
    assert reward(match) == reward(match, partner=0.0)


def test_what_is_decided_by_habit_takes_no_part_in_the_tree_but_at_its_root() -> None:
    """Coal Baron: after the look at five orders one is kept; where the others go is not thought about."""
    game = pithead.load("coal-baron")
    match = pithead.new(game, 2, seed=4)
    while game.action_ids["place order_draw"] not in match.legal:
        match.play(match.legal[0])
    match.play("place order_draw")
    grown = Tree(Backing(game), Settings.of(game))
    seat = match.to_move
    assert seat is not None

    def searched() -> set[str]:
        grown.seed(1, 1)
        grown.reset(match.imagine(seat))
        grown.simulate(seat, 60)
        nodes = [node for node in grown.work.nodes[1 : grown.work.pool[0]] if node.visits]
        return {game.action_texts[node.action].split()[0] for node in nodes}

    found = searched()
    assert found >= {"keep", "place"}  # what the other player does next is seen
    assert not found & {"top", "bottom", "next"}
    match.play(match.legal[0])
    found = searched()
    assert found >= {"top", "bottom", "place"}
    assert "next" not in found


@every_way
@pytest.mark.slow
def test_both_backends_choose_the_same(setting: Setting) -> None:
    """Same seed and simulations: same statistics to the last bit, all along a game."""
    game = setting.game
    assert warming.warm(game)
    pair = (Backing(game), Backing(game, "compiled"))
    searchers = [Searcher("foreman", game, 11, simulations=12, on=on) for on in pair]
    match = setting.match("both")
    compared = 0
    while not match.over and compared < 6:
        seat = match.to_move
        assert seat is not None
        position = match.imagine(seat)
        first, second = (searcher.choose(position) for searcher in searchers)
        assert first == second
        assert searchers[0].found == searchers[1].found
        compared += len(match.legal) > 1
        match.play(first)
