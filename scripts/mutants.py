"""Plants defects one at a time and looks whether the test that must notice each does: `make mutants`.

Works on a copy of the sources in a temporary folder. A defect that its test lets pass is an error, and so is one whose
place in the code is gone. `python scripts/mutants.py --table` prints the list for docs/testing.md.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
GAMES = "src/pithead/games"
TABLE = "src/pithead/table"
MATCH = "tests/engine/test_match.py"


class Mutant(NamedTuple):
    """What is wrong, where, and which test says so."""

    area: str
    what: str
    file: str
    right: str
    wrong: str
    test: str


MUTANTS = (
    Mutant(
        "rules",
        "Coal Baron: two players have a second prize",
        f"{GAMES}/coal_baron/rules/scoring.py",
        " or (ahead == 1 and players == 2)",
        "",
        "tests/games/coal_baron/test_scoring.py::test_two_players_have_no_second_prize_and_both_get_the_first_in_a_tie",
    ),
    Mutant(
        "rules",
        "Coal Baron: every shift scores only four elements",
        f"{GAMES}/coal_baron/rules/scoring.py",
        "range(st.ELEMENTS_PER_SHIFT * s.shift)",
        "range(st.ELEMENTS_PER_SHIFT)",
        "tests/games/coal_baron/test_scoring.py::test_each_shift_scores_four_elements_more",
    ),
    Mutant(
        "rules",
        "MINE!: coal in stock breaks no tie",
        f"{GAMES}/mine/rules/scoring.py",
        "    if s.players[a].coal != s.players[b].coal:\n        return s.players[a].coal > s.players[b].coal\n",
        "",
        "tests/games/mine/test_vectors.py::test_coal_in_stock_breaks_a_tie_before_professions_in_hand",
    ),
    Mutant(
        "rules",
        "MINE!: a die roll decides for the other",
        f"{GAMES}/mine/rules/scoring.py",
        "return s.players[a].roll > s.players[b].roll",
        "return s.players[a].roll < s.players[b].roll",
        "tests/games/mine/test_vectors.py::test_the_higher_roll_breaks_the_last_tie",
    ),
    Mutant(
        "rules",
        "Mine Out: with two players the Apprentice's fame counts",
        f"{GAMES}/mine_out/rules/scoring.py",
        "s.seats[2 * player].score + 0 if",
        "s.seats[2 * player + 1].score + 0 if",
        "tests/games/mine_out",
    ),
    Mutant(
        "rules",
        "Kohle & Kolonie: a line counts with one station",
        f"{GAMES}/kohle_kolonie/rules/scoring.py",
        "                return False\n    return True",
        "                continue\n            return True\n    return False",
        "tests/games/kohle_kolonie",
    ),
    Mutant(
        "rules",
        "Kohle & Kolonie: engines on technology cards do not count",
        f"{GAMES}/kohle_kolonie/rules/scoring.py",
        " + total(player.placed_engines)",
        "",
        "tests/games/kohle_kolonie",
    ),
    Mutant(
        "knowledge",
        "Coal Baron: the future is not replaced",
        f"{GAMES}/coal_baron/knowledge.py",
        '    """Re-deal both piles, and what another player is looking at, within what the seat remembers."""\n'
        "    fork(s.rng, fast)\n",
        "",
        "tests/contract/test_knowledge.py::test_determinize_sees_only_what_the_seat_knows[8-coal-baron-2-standard]",
    ),
    Mutant(
        "knowledge",
        "Mine Out: old secrets are mixed in the order in which they lie",
        f"{GAMES}/mine_out/knowledge.py",
        "while at > bottom and s.deck.items[at] < s.deck.items[at - 1]:",
        "while at > at and s.deck.items[at] < s.deck.items[at - 1]:",
        "tests/games/mine_out/test_knowledge.py"
        "::test_who_really_holds_the_cards_of_an_earlier_deck_makes_no_difference",
    ),
    Mutant(
        "knowledge",
        "Kohle & Kolonie: what lies on the stations is not dealt anew",
        f"{GAMES}/kohle_kolonie/knowledge.py",
        "    deal_stations(s, fast)\n",
        "",
        "tests/contract/test_knowledge.py::test_determinize_sees_only_what_the_seat_knows[8-kohle-kolonie-3-standard]",
    ),
    Mutant(
        "knowledge",
        "Mine Out: everybody hears which card somebody drew",
        f"{GAMES}/mine_out/notation.py",
        'EventKind(Event.SAW, only="player", ',
        "EventKind(Event.SAW, ",
        "tests/contract/test_knowledge.py::test_events_of_others_do_not_show_what_is_hidden[3-mine-out-2-standard]",
    ),
    Mutant(
        "knowledge",
        "MINE!: the first seat's hand lies open",
        f"{GAMES}/mine/view.py",
        "_board(s, other, other == seat or s.phase == Phase.OVER)",
        "_board(s, other, other in (0, seat) or s.phase == Phase.OVER)",
        "tests/contract/test_knowledge.py::test_nothing_a_seat_is_told_depends_on_what_it_cannot_know",
    ),
    Mutant(
        "observations",
        "Coal Baron: observations show orders that lie face down",
        f"{GAMES}/coal_baron/observation.py",
        "return (player == seat) | (s.phase == Phase.OVER) | (s.options[Option.DELIVERED_VISIBILITY] == 1)",
        "return player >= 0",
        "tests/contract/test_observations.py"
        "::test_a_changed_number_changes_view_and_observation_or_neither[coal-baron-2-strict]",
    ),
    Mutant(
        "offers",
        "Coal Baron: a preview does not tell of the money",
        f"{GAMES}/coal_baron/offers.py",
        'preview | {"francs": detail})',
        "preview)",
        "tests/contract/test_offers.py::test_previews_equal_what_happens[coal-baron-2-standard]",
    ),
    Mutant(
        "knowledge",
        "a seat hears the private events of another",
        "src/pithead/engine/match.py",
        "for event in self._events[first:last] if event.visible_to(seat)]",
        "for event in self._events[first:last]]",
        f"{MATCH}::test_a_private_event_is_for_one_seat",
    ),
    Mutant(
        "log",
        "undo goes back beyond what was revealed",
        "src/pithead/engine/match.py",
        "        if self._before is None:\n            raise NothingToUndo()\n",
        "        if self._before is None:\n            return [0] * count\n",
        f"{MATCH}::test_undo_stops_where_something_hidden_was_seen",
    ),
    Mutant(
        "log",
        "the keys of entries are forgotten: a message that is sent again counts again",
        f"{TABLE}/log/fold.py",
        "        state.keys[entry.key] = entry.seq\n",
        "        pass\n",
        "tests/table/test_socket.py::test_the_same_key_has_one_effect",
    ),
    Mutant(
        "log",
        "an act is acknowledged before it is durable",
        f"{TABLE}/store/writer.py",
        "        self._queue.put_nowait(write)\n        return await write.done\n",
        "        self._queue.put_nowait(write)\n        return None\n",
        "tests/table/test_durability.py::test_a_power_cut_that_drops_unsynced_writes_loses_nothing_acknowledged",
    ),
    Mutant(
        "perspective",
        "everybody sees the draft of the seat to move",
        f"{TABLE}/perspective.py",
        "return self.seat is not None and self.seat == self.state.to_move",
        "return self.state.running",
        "tests/table/test_hidden.py::test_a_draft_changes_no_byte_of_what_others_are_told",
    ),
    Mutant(
        "perspective",
        "numbers count the steps of somebody else's draft",
        f"{TABLE}/perspective.py",
        "return seq - bisect_right(state.private, seq) + bisect_right(own, seq)",
        "return seq",
        "tests/table/test_perspective.py::test_trying_things_out_changes_no_byte_of_what_others_are_told",
    ),
    Mutant(
        "perspective",
        "the decisions that everybody may know include a draft",
        f"{TABLE}/perspective.py",
        "return state.match.actions[: state.match.settled]",
        "return state.match.actions",
        "tests/table/test_perspective.py::test_nobody_plays_on_from_a_draft_that_was_never_confirmed",
    ),
    Mutant(
        "perspective",
        "the process that renders is given the draft for everybody",
        f"{TABLE}/perspective.py",
        "return self.match.encoded if self.drafts else self.match.settled_encoded",
        "return self.match.encoded",
        "tests/table/test_perspective.py::test_trying_things_out_changes_no_byte_of_what_others_are_told",
    ),
    Mutant(
        "perspective",
        "the replay of a running game stops at the steps of others' turns",
        f"{TABLE}/perspective.py",
        "return settles or ended or (player is not None and player == seat)",
        "return True",
        "tests/table/test_perspective.py::test_a_replay_of_a_running_game_stops_at_no_step_of_somebody_elses_turn",
    ),
    Mutant(
        "rights",
        "anybody may silence somebody",
        f"{TABLE}/log/commands/people.py",
        "    checks.owner(state, device)\n    whose, _ = person(state, whom, device)\n    return [Silenced",
        "    whose, _ = person(state, whom, device)\n    return [Silenced",
        "tests/table/test_rights.py::test_everybody_may_do_what_is_his_and_nothing_else",
    ),
    Mutant(
        "rights",
        "whoever is silenced goes on talking",
        f"{TABLE}/log/commands/people.py",
        "    if device in state.silenced or device in state.removed:",
        "    if device in state.removed:",
        "tests/table/test_people.py::test_the_owner_silences_somebody_for_everybody",
    ),
    Mutant(
        "clocks",
        "stalls of the server are charged",
        f"{TABLE}/clocks.py",
        " - self._keeper.downtime.within(self._since, until)",
        "",
        "tests/table/test_clocks.py::test_stalls_of_five_seconds_are_never_charged",
    ),
    Mutant(
        "clocks",
        "nobody who drops out is excused",
        f"{TABLE}/clocks.py",
        "return max(0.0, spent - excused), excused",
        "return max(0.0, spent), excused",
        "tests/table/test_clocks.py::test_somebody_who_drops_out_of_a_live_game_is_excused_for_a_while",
    ),
    Mutant(
        "clocks",
        "overlaps with downtime count twice",
        f"{TABLE}/clocks.py",
        "lost += max(0.0, min(end, ended) - max(start, began))",
        "lost += max(0.0, ended - began)",
        "tests/table/test_clocks.py::test_overlaps_with_downtime_are_found",
    ),
)


def main(arguments: list[str]) -> int:
    if arguments == ["--table"]:
        print(table())
        return 0
    chosen = [mutant for mutant in MUTANTS if all(word in mutant.what for word in arguments)]
    with tempfile.TemporaryDirectory(prefix="pithead-mutants-") as folder:
        copy = Path(folder) / "copy"
        skip = shutil.ignore_patterns("node_modules", "__pycache__", ".venv", ".git", "screenshots", ".*_cache")
        shutil.copytree(ROOT, copy, ignore=skip)
        tests = sorted({mutant.test for mutant in chosen})
        if (sound := run(copy, tests, "-n", "auto")).returncode:
            print(sound.stdout, "These tests fail without any defect; mend them first.", sep="\n", file=sys.stderr)
            return 1
        survivors = [mutant for mutant in chosen if not caught(copy, mutant)]
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} defects were noticed.")
    return 1 if survivors else 0


def caught(copy: Path, mutant: Mutant) -> bool:
    """Plant a defect, run the test that must fail, and mend it again."""
    path = copy / mutant.file
    text = path.read_text(encoding="utf-8")
    if text.count(mutant.right) != 1:
        print(f"LOST     {mutant.what}: its place in {mutant.file} has changed", flush=True)
        return False
    path.write_text(text.replace(mutant.right, mutant.wrong), encoding="utf-8")
    # 1: tests ran and some failed; everything else, such as a syntax error of ours, proves nothing.
    noticed = run(copy, [mutant.test], "-x").returncode == 1
    path.write_text(text, encoding="utf-8")
    print(f"{'caught' if noticed else 'SURVIVED':8} {mutant.what}", flush=True)
    return noticed


def run(copy: Path, tests: list[str], *options: str) -> subprocess.CompletedProcess[str]:
    """pytest in the copy: its sources stand before the installed ones, for child processes too."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=copy, env=environment, stdout=subprocess.PIPE, text=True, check=False)


def table() -> str:
    """The list as Markdown."""
    rows = [
        f"| {mutant.area} | {mutant.what} | `{mutant.test.removeprefix('tests/').rpartition('[')[0] or mutant.test}` |"
        if mutant.test.endswith("]")
        else f"| {mutant.area} | {mutant.what} | `{mutant.test.removeprefix('tests/')}` |"
        for mutant in MUTANTS
    ]
    return "\n".join(["| area | planted defect | the test that fails |", "|---|---|---|", *rows])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
