"""What plays differ in is said where it is so, with the right numbers, and not where it is not."""

import pytest

from tests.analysis.themes.cases import found, pair

START = "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"

SAID = [
    ("hit.missed", "-aBaC-D--ABAbB-a-a-bbb-c--:1:-1:1:32:4:5:0:7:10", "9/4", "6/3*/1*", {"points": (3, 1), "pips": 4}),
    ("hit.declined", "--A-CABbB--BaB-----cce-Ba-:1:1:1:65:1:2:0:13:10", "23/12*", "11/6 11/5", {"points": (12,)}),
    ("hit.fewer", "--BaaCBCBB-------A--bbbdc-:1:-1:1:32:4:6:0:7:10", "7/4*/2", "7/4* 5/3*", {"best": 2, "played": 1}),
    ("hit.more", "--BB-BB-BA--b-a--bccbABbA-:1:1:-1:33:0:0:0:25:10", "7/4*/1*(2)", "13/4* 7/4",
     {"best": 1, "played": 2}),
    ("hit.elsewhere", "--aB-BBaC---aB---d-cACcb--:0:0:1:63:2:3:0:9:10", "13/10 13/7*", "21/12*",
     {"best": (12,), "played": (7,), "best_pips": 12, "played_pips": 7}),
    ("point.made.best", START, "24/23 13/10", "8/5 6/5", {"points": (5,)}),
    ("point.made.played", START, "8/5 6/5", "24/23 13/10", {"points": (5,)}),
    ("point.kept.best", "--aB-BBaC---aB---d-cACcb--:0:0:1:63:2:3:0:9:10", "13/10 13/7*", "21/12*", {"points": (13,)}),
    ("point.kept.played", "--A-CABbB--BaB-----cce-Ba-:1:1:1:65:1:2:0:13:10", "23/12*", "11/6 11/5",
     {"points": (11,)}),
    ("anchor.made.best", "-a-aa-EBC--AdC---aadb-A---:0:0:-1:21:5:6:0:9:10", "6/3*", "22/20 21/20",
     {"points": (20,)}),
    ("anchor.made.played", "-aa--BE-C---cD-A-bbd--b---:0:0:-1:51:3:0:0:5:10", "24/23 13/8", "23/18 6/5",
     {"points": (23,)}),
    ("anchor.kept.best", "---BBBCA-A--cB---cbe-bB---:0:0:1:63:2:2:0:9:10", "22/13", "9/3 7/4", {"points": (22,)}),
    ("anchor.kept.played", "--BCbBB-----bB---dBbcB-b--:1:1:1:65:0:0:0:9:10", "18/7", "21/16 21/15",
     {"points": (21,)}),
    ("shots.more", "-aa-BDC-BB-ab---bbbbBb----:1:-1:-1:41:5:4:0:9:10", "23/18", "24/23 13/9",
     {"played": 24, "best": 8, "blots": (18, 14), "best_blots": (14, 13)}),
    ("shots.none", "--B-BABCb---bC---bBd-abb--:0:0:1:51:0:0:0:7:10", "18/13 7/6", "7/6 7/2",
     {"played": 24, "blots": (18,)}),
    ("shots.none_outside", "-b----E-C---eE---c-e----B-:0:0:1:65:0:4:1:0:10", "13/8 13/7", "24/13",
     {"played": 17, "blots": (7,)}),
    ("shots.back.more", "--aB-BBaC---aB---d-cACcb--:0:0:1:63:2:3:0:9:10", "13/10 13/7*", "21/12*",
     {"played": 12, "best": 6, "blots": (10, 7), "best_blots": (12,)}),
    ("shots.back.none", "-a--bBE-D-Ca-A---babbbaa--:0:0:1:42:20:15:0:25:10", "13/11*/7", "13/11* 10/6",
     {"played": 17, "blots": (7,)}),
    ("shots.back.none_outside", "--BBBbBA---Ab--b-bbcBBb-A-:1:1:-1:52:0:0:1:0:10", "20/18* 20/15", "20/18*/13",
     {"played": 13, "blots": (18, 15)}),
    ("shots.risk", "-aBaC-D--ABAbB-a-a-bbb-c--:1:-1:1:32:4:5:0:7:10", "9/4", "6/3*/1*",
     {"played": 8, "best": 11, "blots": (1,)}),
    ("attack.more", "--A-CABbB--BaB-----cce-Ba-:1:1:1:65:1:2:0:13:10", "23/12*", "11/6 11/5",
     {"played": 21, "best": 0, "blots": (23,)}),
    ("attack.risk", "-aa--BE-C---cD-A-bbd--b---:0:0:-1:51:3:0:0:5:10", "24/23 13/8", "23/18 6/5",
     {"played": 0, "best": 30, "blots": (24,)}),
    ("wall.best", "-a--B-DBB---cBb--c-dBb-A--:0:0:1:44:3:3:0:9:10", "13/9(2) 6/2(2)", "13/5(2)",
     {"length": 5, "low": 4, "high": 8, "n": 1, "other": 4}),
    ("wall.played", "aa--BDCBB--ab---bbbbBb----:1:-1:1:22:5:4:0:9:10", "6/2 5/3(2)", "5/1*(2)",
     {"length": 6, "low": 3, "high": 8, "n": 2, "other": 5}),
    ("dance.compared", "--ABB-BBC--B-------ccbeb-A:0:0:-1:42:0:0:0:7:10", "6/off", "5/1 3/1",
     {"best": 36, "played": 25}),
    ("dance.only", "-aa-BCC-BC-ab---bbbbBb----:1:-1:1:31:5:4:0:9:10", "9/5", "5/2*/1*", {"home": 3, "rolls": 9}),
    ("escapes", "-a-aa-EBC--AdC---aadb-A---:0:0:-1:21:5:6:0:9:10", "6/3*", "22/20 21/20", {"best": 29, "played": 17}),
    ("back", "--ABCBB-A---b----dBbdBba--:0:0:1:53:6:2:0:25:10", "21/18 8/3", "21/18 21/16",
     {"best": 0, "played": 1}),
    ("builders", "--B-BABCb---bC---bBd-abb--:0:0:1:51:0:0:0:7:10", "18/13 7/6", "7/6 7/2", {"best": 4, "played": 2}),
    ("stack", "-a----EDC-C-d----bbbbb----:0:0:-1:66:21:15:0:25:10", "13/7(4)", "13/1(2)",
     {"point": 7, "played": 6, "best": 2}),
    ("deep", "--B-BABCb---bC---bBd-abb--:0:0:1:51:0:0:0:7:10", "18/13 7/6", "7/6 7/2", {"best": 3, "played": 2}),
    ("off", "--B-DBE-----A--------bdAe-:1:1:-1:33:1:2:0:13:10", "4/1(2) 3/off(2)", "3/off(4)",
     {"best": 8, "played": 6}),
    ("slot.best", "-b----E-C---eE---c-e----B-:0:0:1:21:0:0:0:7:10", "24/23 13/11", "13/11 6/5",
     {"point": 5, "rolls": 31}),
    ("slot.played", "-b----E-C---eE---c-e----B-:0:0:1:21:0:0:0:7:10", "13/11 6/5", "24/23 13/11",
     {"point": 5, "rolls": 31}),
    ("contact.ended", "-BCCBBB------------b-Aca--:1:1:1:51:0:0:0:9:10", "6/5 6/1", "21/15", {}),
    ("contact.kept", "--bB-CD-CBA-b----a-db-bb--:0:0:-1:55:3:0:0:5:10", "23/13(2)", "23/18(2) 13/3", {}),
    ("race.rolls", "-BCBCCB-----------abccbac-:1:1:-1:51:4:3:0:7:10", "7/6 5/off", "7/2 1/off", {}),
    ("race.crossovers", "-DBA-ABB--B-A--------baac-:1:1:1:53:0:4:1:0:10", "12/7 5/2", "10/5 7/4",
     {"best": 3, "played": 5}),
    ("race.gaps", "-DBA-ABB--B-A--------baac-:1:1:1:53:0:4:1:0:10", "12/7 5/2", "10/5 7/4", {"best": 0, "played": 2}),
    ("race.pips", "--A--A-------------b-b----:0:0:1:62:0:0:0:7:10", "5/3/off", "5/off 2/off", {"best": 0, "played": 2}),
]  # fmt: skip
"""Code, XGID, the play made, the best play, and what the remark must hold."""

EITHER_WAY = {
    "hit.elsewhere", "dance.compared", "back", "escapes", "deep", "off", "race.rolls", "race.crossovers", "race.gaps",
}  # fmt: skip
"""Said about the two plays whichever of them is the better one."""


@pytest.mark.parametrize(("code", "xgid", "made", "best", "values"), SAID, ids=[case[0] for case in SAID])
def test_it_is_said_where_it_is_so(code: str, xgid: str, made: str, best: str, values: dict[str, object]) -> None:
    remark = found(pair(xgid, made, best))[code].remark
    assert {name: remark.values[name] for name in values} == values


@pytest.mark.parametrize(("code", "xgid", "made", "best", "values"), SAID, ids=[case[0] for case in SAID])
def test_it_is_not_said_of_the_plays_the_other_way_round(
    code: str, xgid: str, made: str, best: str, values: dict[str, object]
) -> None:
    other = found(pair(xgid, best, made))
    if code in EITHER_WAY and code in other:
        assert other[code].against != found(pair(xgid, made, best))[code].against
    else:
        assert code not in other


@pytest.mark.parametrize("code", sorted(EITHER_WAY))
def test_it_is_not_said_where_nothing_of_the_kind_differs(code: str) -> None:
    assert code not in found(pair(START, "24/23 13/10", "24/20"))
