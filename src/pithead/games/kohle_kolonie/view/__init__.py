"""What a seat sees: everything but the tokens that lie face down and the order of the large mines."""

from pithead.engine.views import shared

from .. import state as st
from ..notation import PHASES, PRICE_NAMES
from ..rules.common import price
from ..rules.consolidation import base_value, top_value
from ..rules.disasters import discs_of
from ..rules.miners import engineer_moves_left, moves_left, places_left
from ..state import Ask, Option, Owner, Stage, State
from .map import fields, mines, stations, villages
from .models import AuctionView, BidderView, SyndicateView, TurnView, View
from .names import card_id, place_id
from .players import player_view
from .printed import printed


def view(s: State, seat: int | None) -> View:
    """Only what the seat (None: a spectator) may know."""
    open_money = s.options[Option.OPEN_MONEY] > 0 or s.stage == Stage.OVER
    return _common(s).model_copy(
        update={
            "auction": _auction(s, seat) if Stage.HELPING <= s.stage <= Stage.PLACING else None,
            "players": [player_view(s, p, open_money or p == seat) for p in range(s.n)],
        }
    )


@shared
def _common(s: State) -> View:
    """What everybody sees; the fields that depend on who looks are empty."""
    return View(
        round=s.round,
        rounds=st.ROUNDS,
        phase=st.RULEBOOK_PHASE[s.stage],
        question=PHASES[s.ask],
        to_move=None if s.stage == Stage.OVER else s.current,
        turn_order=[] if s.round == 1 and s.stage == Stage.CHOOSING else list(s.order[: s.n]),
        choosers=list(s.choosers[: s.n]),
        bonus_track=[st.BONUS[token - 1] if token else None for token in s.track],
        markers=_markers(s) if s.stage == Stage.CHOOSING else [],
        blocked_bonus=[name for token, name in enumerate(st.BONUS) if s.round < st.BONUS_FIRST_ROUND[token]],
        prices={name: price(s, what) for what, name in enumerate(PRICE_NAMES)},
        raised=[name for what, name in enumerate(PRICE_NAMES) if s.raised[what]],
        bank_workers=s.bank_workers,
        bank_coins=s.bank_coins,
        bank_engines=s.bank_engines,
        syndicate=_syndicate(s),
        disasters=[st.DISASTERS[s.disaster_token[i]] if i < s.shown else None for i in range(st.ROUNDS)],
        damage_active=bool(s.damage_active),
        bag=_bag(s),
        discs_drawn=s.disaster.drawn if s.stage == Stage.DRAWING else None,
        rail_tokens_unseen={name: st.RAIL_COUNT[kind] - s.uncovered[kind] for kind, name in enumerate(st.RAIL)},
        lots_left=[st.FIELDS[field] for field in sorted(s.stack.items[: s.stack.n])],
        auction=None,
        turn=_turn(s),
        fields=[],
        mines=[],
        villages=[],
        stations=[],
        players=[],
        printed=printed(s),
    ).model_copy(
        # The lists themselves: pydantic would copy them, and they are encoded once for all positions.
        update={"fields": fields(s), "mines": mines(s), "villages": villages(s), "stations": stations(s)}
    )


def _markers(s: State) -> list[int | None]:
    taken = {int(s.marker[p]): p for p in range(s.n) if s.players[p].held}
    return [taken.get(space) for space in range(st.N_BONUS)]


def _syndicate(s: State) -> SyndicateView:
    on_sale = [mine + 1 for mine in range(st.N_MINES) if s.mines[mine] == Owner.ON_SALE]
    return SyndicateView(
        track=[bool(coin) for coin in s.syndicate_track],
        coins=sum(s.syndicate_track),
        purchases=s.purchases,
        extra_coin=bool(s.extra_coin),
        next_mines=on_sale[: s.purchases],
    )


def _bag(s: State) -> dict[str, int] | None:
    """What is in the bag while discs are drawn; while mines are secured, what would be in it."""
    if s.stage == Stage.DRAWING:
        discs = {f"player_{p}": s.disaster.bag[p] for p in range(s.n)}
        return discs | {"black": s.disaster.bag[st.BLACK], "blank": s.disaster.bag[st.BLANK]}
    if s.stage == Stage.SECURING:
        return {f"player_{p}": discs_of(s, p) for p in range(s.n)}
    return None


def _auction(s: State, seat: int | None) -> AuctionView:
    auction = s.auction
    known = s.options[Option.OPEN_MONEY] > 0
    # Bases are fixed when the bidding begins; while tokens are asked for, each use still raises one.
    bases = {p: base_value(s, p) if s.stage == Stage.HELPING else auction.base[p] for p in auction.order[: auction.n]}
    return AuctionView(
        field=st.FIELDS[auction.lot],
        syndicate=auction.syndicate if auction.syndicate >= 0 else None,
        top=max(auction.syndicate, *bases.values()) if s.stage == Stage.HELPING else top_value(s),
        bidders=[
            BidderView(
                player=p,
                base=base,
                value=base if s.stage == Stage.HELPING else auction.value[p],
                active=bool(auction.active[p]),
                maximum=base + s.players[p].coins if known or p == seat else None,
            )
            for p, base in bases.items()
        ],
    )


def _lifted(s: State) -> str | None:
    """Where the miner or the engineer comes from that is being moved."""
    if s.ask == Ask.ENGINEER_TO:
        return f"tech:{'.'.join(st.ENGINEER_SLOTS[s.turn.lifted])}"
    return place_id(s.turn.lifted) if s.ask == Ask.TO else None


def _turn(s: State) -> TurnView:
    stepping = s.ask in (Ask.STEP, Ask.TO)
    buying = s.ask in (Ask.WORKER, Ask.MARKER, Ask.SECOND_WORKER, Ask.SLOT, Ask.SECOND_MINER)
    return TurnView(
        main_done=bool(s.turn.main_done),
        by_token=bool(s.turn.by_token),
        places_left=places_left(s) if stepping else None,
        moves_left=moves_left(s) if stepping else None,
        engineer_moves_left=engineer_moves_left(s) if stepping else None,
        lifted=_lifted(s),
        mine=card_id(s.turn.mine + 1) if buying else None,
        second_worker=bool(s.turn.second) if buying else None,
        village=st.VILLAGES[s.turn.village] if s.ask == Ask.SETTLERS else None,
        card=st.CARDS[s.turn.card] if s.ask == Ask.ARRANGE else None,
        miners=s.turn.miners if s.ask == Ask.ARRANGE else None,
        afterwards=PHASES[s.turn.back] if s.ask == Ask.ARRANGE else None,
        purchases=s.turn.purchases,
        sales=s.turn.sales,
        defended=s.turn.defended,
        bid=s.turn.bid or None,
        loading=bool(s.turn.loading),
        wagons=s.turn.wagons,
    )


def breakdown(s: State, player: int) -> dict[str, int]:
    """Points by source."""
    return {name: s.players[player].by_source[source] for source, name in enumerate(st.SOURCES)}
