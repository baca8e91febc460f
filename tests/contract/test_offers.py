"""Options, refusals and plans are true."""

from typing import Any

from pithead.engine.match import END
from pithead.engine.rulebook.sources import contents

from .settings import Setting, covering_settings, positions


def changed(amounts: Any, before: Any, after: Any, mover: int, players: int) -> dict[str, int]:
    """All amounts of all players that differ, by the names that previews have for them."""
    found = {}
    for player in range(players):
        now = amounts(after, player)
        for name, amount in amounts(before, player).items():
            if now[name] != amount:
                found[name if player == mover else f"{name}@{player}"] = now[name] - amount
    return found


@covering_settings
def test_previews_equal_what_happens(setting: Setting) -> None:
    offers = setting.game.module("offers")
    for match in positions(setting, 40):
        mover = match.to_move
        assert mover is not None
        for action in match.legal:
            if action == END:
                continue
            offer = offers.offer(match.state, action)
            after = match.rules.copy(match.state)
            match.rules.apply(after, action)
            if match.rules.facts(after, audit=False).barrier != match.facts.barrier:
                # Clients look there for what cannot be taken back: the coach asks before it is taken.
                assert offer.notes, match.game.action_texts[action]
            changes = changed(offers.amounts, match.state, after, mover, setting.players)
            text = match.game.action_texts[action]
            for key, change in offer.preview.items():
                assert changes.pop(key, 0) == change, (text, key)
            # The other way round: what changes was told, or said to be unknown before.
            assert set(changes) <= set(offer.unknown), (text, changes)
            assert not set(offer.unknown) & set(offer.preview), text


@covering_settings
def test_every_offer_has_a_target_and_a_sentence(setting: Setting) -> None:
    messages = setting.game.messages("en")
    offers = setting.game.module("offers")
    for match in positions(setting, 40):
        for action in match.legal:
            offer = offers.offer(match.state, action)
            assert offer.targets
            assert messages.has(f"action.{offer.kind}")
            for amount in (*offer.cost, *offer.preview):
                assert messages.has(f"amount.{amount.partition('@')[0]}")
            for note in offer.notes:
                assert messages.has(f"note.{note.message}")


@covering_settings
def test_refusals_are_specific_and_true(setting: Setting) -> None:
    remove = setting.helper("obstacles").remove
    offers = setting.game.module("offers")
    messages = setting.game.messages("en")
    cites = contents(setting.game.folder)["cites"]["refusals"]
    for match in positions(setting, 40):
        legal = set(match.legal)
        for refusal in offers.refusals(match.state):
            assert refusal.action not in legal, "an open target is not refused"
            assert messages.has(f"refusal.{refusal.code}")
            if refusal.rule:
                assert refusal.rule in cites.get(refusal.code, ""), f"the rules do not say that {refusal} cites it"
            freed = match.rules.copy(match.state)
            remove(freed, refusal)
            assert refusal.action in match.rules.legal(freed), refusal


@covering_settings
def test_plans_are_legal_all_the_way(setting: Setting) -> None:
    offers = setting.game.module("offers")
    messages = setting.game.messages("en")
    for match in positions(setting, 40):
        for plan in offers.plans(match.state):
            assert messages.has(f"plan.{plan.kind}")
            assert plan.actions
            ahead = match.rules.copy(match.state)
            for action in plan.actions:
                assert action in match.rules.legal(ahead), plan
                match.rules.apply(ahead, action)
