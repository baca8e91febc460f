"""The worked examples and tables, one test each, named after the rule."""

import pytest

from .builder import ADA, EMMA, HUGO, JULES, ST, Table, part


def board(table: Table, p: int) -> int:
    return int(part("board_scoring").board_score(table.s, p))


def test_tv01_board_scoring() -> None:
    """Red 4, Green 5, Blue 11; a miner on a station gives nothing."""
    red, green, blue = EMMA, HUGO, JULES
    table = Table(4).round(4).owns(red, 11).owns(green, 8, 40).owns(blue, 31, 34, 20, 32)
    table.settles(red, "stockum").settles(green, "herbede").settles(blue, "bommern").settles(blue, "gedern")
    table.miners(green, Y6=1)
    table.s.stage = ST.Stage.BOARD
    before = [table[p].points for p in range(4)]
    part("board_scoring").score_board(table.s)
    assert [table[p].points - before[p] for p in range(4)] == [4, 5, 11, 0]


def test_tv02_every_owner_in_a_field_scores_all_its_marks() -> None:
    table = Table(4).round(5).owns(EMMA, 11).owns(HUGO, 31).syndicate(34, 44)
    assert [board(table, p) for p in range(3)] == [4, 4, 0]


def consolidation_of_vereinigte_general() -> Table:
    blue, green = EMMA, HUGO
    table = Table(4).round(3).owns(blue, 13).owns(green, 6).syndicate(1).syndicate_coins(2)
    table.holds(blue, "consolidation_help").engineers(green, "administration E1")
    table.s.stack.n = 1
    table.s.stack.items[0] = ST.FIELDS.index("VG")
    return table.stage("REVEALING")


def test_tv03_consolidation_of_vereinigte_general() -> None:
    """R58: the winner takes the Syndicate's engine."""
    blue, green = EMMA, HUGO
    table = consolidation_of_vereinigte_general()
    assert (table.asked, table.s.current) == ("help", blue)
    table.play("help", "end")
    auction = table.s.auction
    assert (auction.base[blue], auction.base[green], auction.syndicate) == (3, 2, 3)
    assert (table.asked, table.s.current) == ("bid", blue)
    assert "bid 3" not in table.legal
    reserves = table.reserve(blue), table.reserve(green)
    table.play("bid 4", "end")
    assert table.s.current == green
    assert min(int(text.split()[1]) for text in table.legal if text.startswith("bid")) == 5
    table.play("end")
    assert table[blue].coins == 4 - 1
    assert table[blue].by_source[ST.Source.CONSOLIDATION] == 4
    assert table[green].by_source[ST.Source.COMPENSATION] == 2
    assert table.cards(blue) == {"A1": ST.LARGE_CARD + ST.FIELDS.index("VG")}
    assert table.cards(green) == {}
    assert table[blue].engines[0] == 1
    assert part("income").income(table[blue]) == 2 + 1
    assert (table.reserve(blue), table.reserve(green)) == (reserves[0], reserves[1] + 1)
    assert [table.s.mines[number - 1] for number in (1, 6, 13)] == [ST.Owner.GONE] * 3
    assert "consolidation_help" in table.track()
    assert board(table, blue) == 1
    assert board(table.settles(blue, "linden"), blue) == 2


def test_tv04_two_engineers_in_the_administration() -> None:
    table = Table(4).round(3).owns(EMMA, 13).engineers(EMMA, "administration E1", "administration E2")
    assert base_value(table, EMMA, "VG") == 3


def test_tv05_a_full_administration() -> None:
    table = Table(4).round(3).owns(EMMA, 2, 27).miners(EMMA, administration_M1=1, administration_M2=1)
    table.engineers(EMMA, "administration E1", "administration E2")
    assert base_value(table, EMMA, "JO") == 3 + 4


def base_value(table: Table, p: int, field: str) -> int:
    rules = part("consolidation")
    return int(rules.mine_value(table.s, p, ST.FIELDS.index(field)) + rules.administration(table.s, p))


def auction(bases: list[int], syndicate: int, coins: int = 9) -> Table:
    """An auction of HF among players in the order of their numbers in `bases`, with the given values."""
    table = Table(4).round(5).syndicate_coins(0)
    numbers = (44, 34, 31, 11)
    for p in range(len(bases)):
        table.owns(p, numbers[p]).coins(p, coins)
    table.s.auction.lot = ST.FIELDS.index("HF")
    part("consolidation").find_bidders(table.s)
    table.s.auction.syndicate = syndicate
    part("consolidation").begin_bidding(table.s)
    for p, base in enumerate(bases):
        table.s.auction.base[p] = table.s.auction.value[p] = base
    part("flow").advance(table.s)
    return table


def owner_of_hf(table: Table) -> int:
    return int(table.s.large[ST.FIELDS.index("HF")])


def test_tv06_a_tie_with_the_syndicate_is_lost_by_passing() -> None:
    """R49."""
    table = auction([3], syndicate=3)
    table.play("end")
    assert owner_of_hf(table) == ST.Owner.SYNDICATE_ENGINE
    assert table[EMMA].by_source[ST.Source.COMPENSATION] == 2


def test_tv06_one_more_than_the_syndicate_wins() -> None:
    table = auction([3], syndicate=3).play("bid 4", "end")
    assert owner_of_hf(table) == EMMA
    assert table[EMMA].coins == 9 - 1


def test_tv06_whoever_is_above_the_syndicate_alone_wins_without_a_decision() -> None:
    table = auction([4], syndicate=3)
    assert owner_of_hf(table) == EMMA
    assert table[EMMA].coins == 9


def test_tv06_a_tie_between_players_forces_the_first_to_bid_or_pass() -> None:
    """R50."""
    table = auction([4, 4], syndicate=-1)
    assert table.s.current == EMMA
    table.play("end")
    assert owner_of_hf(table) == HUGO
    assert table[HUGO].coins == 9


def test_tv06_three_bidders() -> None:
    """R51: values of those who passed no longer count."""
    table = auction([2, 5, 3], syndicate=4)
    table.play("bid 6", "end")
    assert table.s.current == HUGO
    table.play("bid 7", "end")
    assert table.s.current == JULES
    table.play("end")
    assert table.s.current == EMMA
    table.play("end")
    assert owner_of_hf(table) == HUGO
    assert table[HUGO].coins == 9 - 2


def test_tv06_all_small_mines_in_one_hand_need_no_auction() -> None:
    """R74: no tokens are used, the large mine, its points and the engines are the owner's."""
    table = Table(4).round(3).owns(EMMA, 1, engine=True).owns(EMMA, 6, 13).holds(EMMA, "consolidation_help")
    table.s.stack.n, table.s.stack.items[0] = 1, ST.FIELDS.index("VG")
    table.stage("REVEALING")
    assert table.s.large[ST.FIELDS.index("VG")] == EMMA
    assert table[EMMA].by_source[ST.Source.CONSOLIDATION] == 4
    assert table[EMMA].by_source[ST.Source.COMPENSATION] == 0
    assert table[EMMA].engines[0] == 1
    assert table.s.round == 4, "nobody was asked about tokens, and the round went by"


def test_tv06_nobody_takes_part() -> None:
    """R48: the extra coin is used up by a consolidation without an auction as well."""
    table = Table(4).round(3).syndicate(1)
    table.s.extra_coin = 1
    table.s.stack.n, table.s.stack.items[0] = 1, ST.FIELDS.index("VG")
    engines = table.s.bank_engines
    table.stage("REVEALING")
    assert table.s.large[ST.FIELDS.index("VG")] == ST.Owner.SYNDICATE_ENGINE
    assert table.s.bank_engines == engines
    assert table.s.extra_coin == 0


@pytest.mark.parametrize(
    ("engines", "points"), [(0, 0), (1, 3), (2, 5), (3, 8), (4, 12), (5, 17), (6, 23), (7, 23), (9, 23)]
)
def test_tv08_final_steam_engines(engines: int, points: int) -> None:
    """R63."""
    assert part("scoring").engine_points(engines) == points


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (1, 0), (2, 1), (5, 2), (9, 4)])
def test_tv09_final_coins(coins: int, points: int) -> None:
    table = Table(4).coins(EMMA, coins)
    part("scoring").final_scoring(table.s)
    assert table[EMMA].by_source[ST.Source.COINS] == points


@pytest.mark.parametrize(("option", "total"), [("per_station", 20), ("per_miner", 21)])
def test_tv10_final_railway(option: str, total: int) -> None:
    """R60."""
    table = Table(4, station_vp=option)
    table.miners(EMMA, **{f"Y{i}": 1 for i in range(1, 8)}, B1=2)
    part("scoring").final_scoring(table.s)
    assert table[EMMA].by_source[ST.Source.LINES] == 12
    assert table[EMMA].by_source[ST.Source.LINES] + table[EMMA].by_source[ST.Source.STATIONS] == total


@pytest.mark.parametrize(("stations", "total"), [("R2 R3 R4 R5 R6", 5 + 8), ("B1 B2 B3", 3 + 4)])
def test_tv10_final_railway_with_three_players(stations: str, total: int) -> None:
    """R61."""
    table = Table(3).miners(EMMA, **dict.fromkeys(stations.split(), 1))
    assert part("scoring").final_points(table.coins(EMMA, 0).s, table[EMMA]) == total


def test_tv11_unused_extra_action_tokens() -> None:
    table = Table(4)
    table[EMMA].extra_actions = 2
    part("scoring").final_scoring(table.s)
    assert table[EMMA].by_source[ST.Source.EXTRA_ACTIONS] == 8


@pytest.mark.parametrize(
    ("miner", "engineer", "coins"),
    [(0, 0, [0] * 7), (1, 0, [0, 0, 1, 1, 1, 1, 1]), (0, 1, [0, 0, 2, 2, 2, 2, 2]), (1, 1, [0, 0, 2, 2, 3, 3, 3])],
)
def test_tv12_loading_front(miner: int, engineer: int, coins: list[int]) -> None:
    """R33, R34."""
    table = Table(4).miners(EMMA, loading_M1=miner).engineers(EMMA, *["loading E"] * engineer)
    assert [part("technology").loading_coins(table.s, table[EMMA], w) for w in range(7)] == coins


BACK = [
    (1, 0, [0, 0, 1, 1, 1, 1, 1]),
    (2, 0, [0, 0, 1, 1, 2, 2, 2]),
    (0, 1, [0, 1, 1, 1, 1, 1, 1]),
    (1, 1, [0, 1, 1, 2, 2, 2, 2]),
    (2, 1, [0, 1, 1, 2, 2, 3, 3]),
]


@pytest.mark.parametrize(("miners", "engineer", "coins"), BACK)
def test_tv13_loading_back(miners: int, engineer: int, coins: list[int]) -> None:
    """R32, R33."""
    table = Table(4).flipped(EMMA, "loading").miners(EMMA, loading_M1=int(miners > 0), loading_M2=int(miners > 1))
    table.engineers(EMMA, *["loading E"] * engineer)
    assert [part("technology").loading_coins(table.s, table[EMMA], w) for w in range(7)] == coins


def test_tv14_loading_without_worker_or_token() -> None:
    """R67: workers cannot be bought now."""
    table = Table(4).owns(EMMA, 2).stage("TECHNOLOGY")
    assert table[EMMA].by_source[ST.Source.LOADING] == 0
    assert table.s.stage != ST.Stage.TECHNOLOGY


def test_tv14_the_wagon_token_waives_the_fee() -> None:
    table = Table(4).owns(EMMA, 2).holds(EMMA, "wagon").stage("TECHNOLOGY")
    assert table.asked == "loading"
    assert "buy workers" not in table.legal
    table.play("load bonus", "end")
    assert table[EMMA].by_source[ST.Source.LOADING] == 2
    assert table[EMMA].workers == 0
    assert table.track()[-1] == "wagon"


@pytest.mark.parametrize(
    ("miners", "engineer", "coins"),
    [
        ({}, True, 1),
        ({"coking_plant_M1": 1}, False, 1),
        ({"coking_plant_M2": 1}, False, 0),
        ({"coking_plant_M2": 2}, False, 1),
        ({"coking_plant_M1": 1, "coking_plant_M2": 2}, True, 3),
    ],
)
def test_tv15_coking_plant(miners: dict[str, int], engineer: bool, coins: int) -> None:
    """R29."""
    table = Table(4).miners(EMMA, **miners).engineers(EMMA, *["coking_plant E"] * engineer)
    assert part("technology").technology_coins(table.s, table[EMMA]) == coins


def test_tv15_coking_plant_back() -> None:
    """R30."""
    table = Table(4).flipped(EMMA, "coking_plant").engineers(EMMA, "coking_plant E").engine_on_coking_plant(EMMA)
    table.miners(EMMA, coking_plant_M1=1, coking_plant_M2=2, coking_plant_M3=1)
    assert part("technology").technology_coins(table.s, table[EMMA]) == 5


@pytest.mark.parametrize(("option", "points"), [(1, 3), (2, 4)])
def test_tv16_ironworks_front(option: int, points: int) -> None:
    """R28."""
    table = Table(4, ironworks_engineer_vp=option).miners(EMMA, ironworks_M1=1, ironworks_M2=2)
    table.engineers(EMMA, "ironworks E")
    assert part("technology").technology_vp(table.s, table[EMMA]) == points


def test_tv16_steelworks() -> None:
    table = Table(4).flipped(EMMA, "ironworks").engineers(EMMA, "ironworks E")
    assert part("technology").technology_vp(table.s, table[EMMA]) == 2
    table.miners(EMMA, ironworks_M1=1)
    assert part("technology").technology_vp(table.s, table[EMMA]) == 4
    table.miners(EMMA, ironworks_M2=1, ironworks_M3=1)
    assert part("technology").technology_vp(table.s, table[EMMA]) == 6


def test_tv17_flipping_the_coking_plant() -> None:
    """R25, R26: the engineer on it counts at once; the engineer's price rises for all, not that of the token."""
    table = Table(4).round(2).coins(EMMA, 9).workers(EMMA, 5).engineers(EMMA, "coking_plant E").turn(EMMA)
    table.play("flip coking_plant")
    assert (table[EMMA].coins, table[EMMA].workers) == (7, 0)
    assert table[EMMA].by_source[ST.Source.FLIPS] == 6 + 2
    table.play("engine coking_plant S")
    assert table[EMMA].by_source[ST.Source.FLIPS] == 6 + 2 + 2
    table.holds(HUGO, "engineer").coins(HUGO, 9).turn(HUGO)
    table.play("bonus", "engineer ironworks E")
    assert table[HUGO].coins == 8
    table.play("engineer administration E1")
    assert table[HUGO].coins == 6


def test_tv17_flipping_the_workforce_with_coins() -> None:
    """R25."""
    table = Table(4).coins(EMMA, 9).turn(EMMA).play("flip workforce price 2")
    assert table[EMMA].coins == 6
    assert table[EMMA].by_source[ST.Source.FLIPS] == 6
    table.no_workers().coins(HUGO, 9).holds(HUGO, "settlement").turn(HUGO)
    table.play("bonus", "settle winz", "settlers 0")
    assert table[HUGO].coins == 7
    table.play("settle stiepel", "settlers 0")
    assert table[HUGO].coins == 4


def test_tv18_extra_action_tokens() -> None:
    table = Table(4).no_workers().coins(EMMA, 40)
    for number, village in enumerate(("winz", "stiepel", "weitmar", "laer", "linden"), 1):
        table.turn(EMMA).play(f"settle {village}", "settlers 0")
        assert table[EMMA].extra_actions == int(number >= 3)
    assert table[EMMA].by_source[ST.Source.SETTLEMENTS] == 3 + 5
    for slot in ("ironworks E", "loading E", "coking_plant E"):
        assert table[EMMA].extra_actions == 1
        table.turn(EMMA).play(f"engineer {slot}")
    assert table[EMMA].extra_actions == 2
    table.workers(EMMA, 5).turn(EMMA).play("flip ironworks")
    assert table[EMMA].extra_actions == 3
    assert table[EMMA].by_source[ST.Source.FLIPS] == 8


def test_tv18_only_one_extra_action_in_a_round() -> None:
    table = Table(4)
    table[EMMA].extra_actions = 2
    table.stage("EXTRA_ACTION")
    assert (table.asked, table.s.current) == ("extra", EMMA)
    table.play("extra action", "miners", "end")
    assert table[EMMA].extra_actions == 1
    assert table.s.round == 2
    assert table.s.stage == ST.Stage.CHOOSING


def test_tv19_bonus_track() -> None:
    """R2, R3."""
    table = Table(4)
    table.s.choosers[:4] = [0, 1, 2, 3]
    table.s.current = EMMA
    assert table.track() == "consolidation_help wagon mine_defence miners engineer settlement steam_engine".split()
    assert "choose steam_engine" not in table.legal
    for token in ("settlement", "wagon", "engineer", "miners"):
        table.play(f"choose {token}", "end")
    assert list(table.s.order[:4]) == [HUGO, ADA, JULES, EMMA]
    assert table.track() == ["consolidation_help", "mine_defence", "steam_engine", "-", "-", "-", "-"]
    for p in (JULES, EMMA, ADA, HUGO):
        part("common").return_token(table.s, p)
    assert table.track() == "consolidation_help mine_defence steam_engine engineer settlement miners wagon".split()
    table.stage("ROUND_END")
    assert list(table.s.choosers[:4]) == [EMMA, JULES, ADA, HUGO]
    assert "choose steam_engine" in table.legal


def test_tv20_buying_with_the_last_local_worker() -> None:
    """R10, R12."""
    table = Table(4).villages(eiberg=1, hoentrop=0, linden=0, weitmar=0).turn(EMMA)
    reserve = table.reserve(EMMA)
    table.play("buy 1")
    assert (table[EMMA].workers, table.reserve(EMMA)) == (1, reserve - 1)
    assert table.cards(EMMA) == {"A1": 1}
    assert table.asked == "acted"
    assert "buy 6" not in table.turn(HUGO).legal
    table.settles(HUGO, "linden", miners=1)
    reserve = table.reserve(HUGO)
    table.play("buy 6")
    assert (table[HUGO].workers, table.reserve(HUGO), table.at(HUGO, "linden")) == (0, reserve, 0)


def test_tv21_second_miner() -> None:
    """R13."""
    table = Table(4).villages(eiberg=1, hoentrop=0, linden=0, weitmar=2).turn(EMMA)
    table.play("buy 1")
    assert table.legal == {"worker eiberg", "worker weitmar"}
    table.play("worker weitmar")
    assert table.legal == {"worker eiberg", "worker weitmar", "no second worker"}
    table.play("worker eiberg")
    assert table[EMMA].workers == 2
    assert table.asked == "second_miner"
    table.play("place coking_plant M1")
    assert table.at(EMMA, "coking_plant M1") == 1
    assert table.asked == "acted"


def test_tv22_settlement() -> None:
    """R16, R17."""
    table = Table(4).coins(EMMA, 9).coins(HUGO, 9).coins(JULES, 9).villages(bommern=1).turn(EMMA)
    assert "settle bommern" not in table.legal
    table.villages(bommern=0).play("settle bommern", "settlers 2")
    assert "settle bommern" not in table.turn(EMMA).legal
    table.turn(HUGO).play("settle bommern", "settlers 0")
    assert "settle bommern" not in table.turn(JULES).legal


@pytest.mark.parametrize(
    ("count", "slots"), [(0, {"A1"}), (1, {"A2", "B1"}), (2, {"A3", "B1"}), (5, {"B3"}), (6, set())]
)
def test_tv23_slots(count: int, slots: set[str]) -> None:
    table = Table(4).owns(EMMA, *(1, 2, 3, 4, 5, 6)[:count])
    assert {ST.SLOTS[i] for i in range(6) if part("mines").is_reachable(table[EMMA], i)} == slots


def test_tv23_both_rows_grow_from_the_first_slot() -> None:
    table = Table(4)
    table[EMMA].cards[0] = 1
    table[EMMA].cards[ST.SLOTS.index("B1")] = 2
    assert {ST.SLOTS[i] for i in range(6) if part("mines").is_reachable(table[EMMA], i)} == {"A2", "B2"}


def test_tv23_a_full_mat_buys_nothing() -> None:
    table = Table(4).round(2).owns(EMMA, 1, 2, 3, 4, 5, 6).turn(EMMA)
    assert not any(text.startswith("buy ") and text != "buy workers" for text in table.legal)


def test_tv25_disaster() -> None:
    """R41, R42, R45."""
    table = Table(4).round(2).disaster("extra_coin").points(EMMA, 10)
    table.owns(EMMA, 1, 2)
    table[EMMA].cards[ST.SLOTS.index("B1")] = 3
    table.s.mines[2] = EMMA
    table[EMMA].miners[ST.RESERVE] -= 1
    table.miners(EMMA, guard_A2=1)
    assert part("disasters").discs_of(table.s, EMMA) == 1
    reserve = table.reserve(EMMA)
    part("disasters").fill_bag(table.s)
    assert list(table.s.disaster.bag) == [1, 0, 0, 0, 0, 3, 1]
    assert not part("disasters").hit(table.s, EMMA)
    part("disasters").lose_syndicate_coin(table.s)
    part("disasters").strike(table.s)
    assert table[EMMA].points == 8
    assert (table.reserve(EMMA), table[EMMA].lost) == (reserve - 1, 1)
    assert sum(table.s.syndicate_track) == 5
    assert table.s.extra_coin == 1


@pytest.mark.parametrize(("round_", "before", "after"), [(3, 1, 3), (3, 5, 5), (4, 1, 3), (2, 1, 1)])
def test_tv29_syndicate_refill(round_: int, before: int, after: int) -> None:
    """R38: at the start of rounds 4 and 5, not of round 3."""
    table = Table(4).round(round_).syndicate_coins(before).stage("ROUND_END")
    assert table.s.round == round_ + 1
    assert sum(table.s.syndicate_track) == after


def test_tv30_income() -> None:
    """R59."""
    table = Table(4).owns(EMMA, 1).owns(EMMA, 10, engine=True).owns(EMMA, 11)
    assert part("income").income(table[EMMA]) == 1 + 3 + 2


def test_tv32_rail_tokens() -> None:
    table = Table(4).round(2).settles(EMMA, "winz", miners=2).token_at("Y3", "worker").token_at("Y4", "points")
    table.workers(EMMA, 1).turn(EMMA)
    points = table[EMMA].points
    table.play("miners", "from winz", "to Y3")
    assert "sell workers tokens 1" not in table.legal
    table.play("from winz", "to Y4")
    assert table[EMMA].points == points + 2
    table.play("end")
    table.stage("ROUND_END").turn(EMMA)
    assert table.s.round == 3
    table.play("sell workers tokens 1")
    assert table[EMMA].tokens[ST.Rail.WORKER] == 0


def test_tv33_three_player_setup() -> None:
    """R61."""
    table = Table(3)
    stations = {ST.STATIONS[i] for i in range(ST.N_STATIONS) if table.s.station_token[i]}
    assert stations == set("Y3 Y4 Y5 Y6 Y7 R2 R3 R4 R5 R6 B1 B2 B3".split())
    closed = {ST.VILLAGES[v] for v in range(ST.N_VILLAGES) if not table.s.workers[v]}
    assert closed == {"steele", "rellinghausen", "kray", "heisingen"}
    assert sum(holder != ST.Owner.GONE for holder in table.s.mines) == 33
    assert sum(holder == ST.Owner.LATER for holder in table.s.large) == 11
    assert (table.s.bank_workers, table.s.bank_coins) == (9, 67)


@pytest.mark.parametrize(("larges", "value", "ranks"), [(("SP", "DA"), 9, [1, 2]), (("VG", "DT", "DA"), 11, [1, 1])])
def test_tv34_tie_break(larges: tuple[str, ...], value: int, ranks: list[int]) -> None:
    """R62: engines being equal, the printed points of single and large mines decide."""
    table = Table(4).round(5).points(EMMA, 80).points(HUGO, 80)
    table.owns(EMMA, 45).owns_large(EMMA, "AT", engine=True)
    for i, field in enumerate(larges):
        table.owns_large(HUGO, field, engine=i == 0)
    assert [part("scoring").mine_points(table.s, p) for p in (EMMA, HUGO)] == [11, value]
    out = [0] * 4
    part("scoring").ranking(table.s, out)
    assert out[:2] == ranks


def test_tv35_trade() -> None:
    """R27."""
    table = Table(4).workers(EMMA, 2).coins(EMMA, 9).turn(EMMA)
    assert table.s.bank_workers == 2
    assert "buy workers" not in table.legal
    table.play("sell workers")
    assert (table[EMMA].coins, table.s.bank_workers) == (10, 4)
    table.play("buy workers")
