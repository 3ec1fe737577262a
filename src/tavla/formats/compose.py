"""From a match as a file tells it to a record that can be replayed.

What the rules do not allow stays all the same: an illegal play as the board that it led to, a result that no board
explains as a resignation, a game that does not follow from the last one with a setup. What cannot even stand so (a
turn that is missing, a cube that nobody could offer) begins a new record in the middle. Each is a diagnostic.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tavla.errors import IllegalAction, InvalidInput, TavlaError
from tavla.formats.diagnostics import Diagnostics, Place, quoted
from tavla.formats.found import Deed, Ending, Entry, FoundGame, FoundMatch, Notes
from tavla.formats.native import MAX_EVENTS, MAX_NAME, Record
from tavla.match.events import AnyFact, Event, GameStarted, MatchStarted, Player, Setup
from tavla.match.match import History
from tavla.match.verdict import board_after, moves_made
from tavla.notation.plays import ParsedPlay, format_play, plays_meant, read_steps
from tavla.rules import Act, Cube, Length, Phase, Position, Reason, RuleSet, Score, Seat, State, facts, legal, profile
from tavla.rules.ruleset import MAX_CUBE
from tavla.rules.state import Result


def compose(matches: Iterable[FoundMatch], diagnostics: Diagnostics, stem: str) -> tuple[Entry, ...]:
    """The records of all matches of a file; `stem` is what their names begin with."""
    entries: list[Entry] = []
    for found in matches:
        entries += _Composer(found, diagnostics, stem, len(entries)).entries()
    return tuple(entries)


def rules_for(found: FoundMatch, diagnostics: Diagnostics) -> RuleSet:
    """The rules under which everything that the file tells is allowed, as far as any rules allow it."""
    options = {"variant": found.variant, "closed_board": "choice"}
    most = found.cube_max
    if most is not None and 2 <= most <= MAX_CUBE and most & (most - 1) == 0 and found.cube is not False:
        options["cube_max"] = str(most)
    doubles = any(deed.kind == "double" for game in found.games for deed in game.deeds)
    if found.cube is False and not doubles:
        options["cube"] = "off"
    if not found.length:
        return profile("money", options | _money_options(found, with_cube="cube" not in options))
    options["dead_cube"] = "usbgf"
    if found.crawford is False or "cube" in options:
        options["crawford"] = "off"
    elif _doubles_in_crawford(found):
        diagnostics.add(Reason("formats.no_crawford", {}), found.place)
        options["crawford"] = "off"
    return profile("standard", {"length": str(Length("points", found.length)), **options})


def _money_options(found: FoundMatch, *, with_cube: bool) -> dict[str, str]:
    if not with_cube:
        return {"jacoby": "off"}
    beavers = any(deed.kind == "beaver" for game in found.games for deed in game.deeds)
    jacoby = found.jacoby if found.jacoby is not None else not _gammon_without_cube(found)
    return {"jacoby": "on" if jacoby else "off", "beavers": "6" if beavers else "1" if found.beavers else "0"}


def _gammon_without_cube(found: FoundMatch) -> bool:
    """Whether a game of a money session gave more than one point although nobody had doubled."""
    return any(
        game.ending is not None and game.ending.points > 1 and not any(deed.kind == "double" for deed in game.deeds)
        for game in found.games
    )


def _doubles_in_crawford(found: FoundMatch) -> bool:
    """Whether the cube was used in what should be the Crawford game: then it was none."""
    for game in found.games:
        if game.crawford or (game.score is not None and _one_away(game.score, found.length)):
            return any(deed.kind == "double" for deed in game.deeds)
    return False


def _one_away(score: tuple[int, int], length: int) -> bool:
    return max(score) == length - 1 and min(score) < length - 1


_ANSWERS: Mapping[str, facts.Fact] = {
    "take": facts.Taken(),
    "drop": facts.Dropped(),
    "beaver": facts.Beavered(),
}


class _Composer:
    """One match of a file on its way into records."""

    def __init__(self, found: FoundMatch, diagnostics: Diagnostics, stem: str, before: int) -> None:
        self.found, self.diagnostics, self.stem = found, diagnostics, stem
        self._before = before
        self._rules = rules_for(found, diagnostics)
        self._players = tuple(self._player(name) for name in found.names)
        self._entries: list[Entry] = []
        self._notes: dict[int, Notes] = {}
        self._had_crawford = False
        self._begin()

    def entries(self) -> list[Entry]:
        """Fold every game, and return what came of it: one record, or several where the file jumps."""
        for number, game in enumerate(self.found.games):
            following = self.found.games[number + 1 :]
            _Game(self, game, following[0].score if following else None).play()
        self._close()
        return self._entries

    def _player(self, name: str) -> Player:
        plain = "".join(letter if letter.isprintable() else " " for letter in name).strip()
        if len(plain) > MAX_NAME:
            self.odd(Reason("formats.long_name", {"name": quoted(name), "most": MAX_NAME}), self.found.place)
        return Player(plain[:MAX_NAME])

    def odd(self, what: Reason, place: Place, why: Reason | None = None) -> None:
        self.diagnostics.add(what, place, why)

    def _begin(self) -> None:
        self.history = History()
        self._notes = {}
        self.append(None, MatchStarted((self._players[0], self._players[1]), self._rules))

    def _close(self) -> None:
        number = self._before + len(self._entries) + 1
        record = Record(f"{self.stem}-{number}", tuple(self.history.events))
        self.history.match.state.forget_continuations()
        self._entries.append(Entry(record, self.history, dict(self.found.tags), self._notes))

    def begin_again(self) -> None:
        """Close the record as it stands and begin another: what follows does not follow from it."""
        if self.history.match.game:
            self._close()
            self._begin()

    def append(self, seat: Seat | None, fact: AnyFact) -> None:
        """One more event; raises as the rules do."""
        if self.history.version >= MAX_EVENTS:
            raise InvalidInput("formats.too_many_events", most=MAX_EVENTS)
        self.history.append(Event(self.history.version + 1, self.found.time, seat, fact))

    def keep(self, notes: Notes) -> None:
        """Notes of the file belong to the event that was appended last."""
        if notes:
            version = self.history.version
            self._notes[version] = self._notes.get(version, ()) + notes

    def score_before(self, game: FoundGame) -> Score:
        """The score that a game begins at: the file's own, and about Crawford what follows from all before."""
        counted = self.history.match.score
        points = counted.points if game.score is None else game.score
        if points == counted.points and game.crawford in (None, counted.crawford):
            self._had_crawford |= counted.crawford or counted.post_crawford
            return counted
        crawford = game.crawford
        if crawford is None:
            may = self._rules.has_crawford and not self._had_crawford
            crawford = may and _one_away(points, self.found.length)
        target = self._rules.length.target or 0
        post = self._rules.has_crawford and not crawford and (self._had_crawford or max(points) >= target - 1)
        self._had_crawford |= crawford or post
        return Score(points, crawford, post)


class _Game:
    """One game of a file, folded deed by deed."""

    def __init__(self, whole: _Composer, game: FoundGame, next_score: tuple[int, int] | None) -> None:
        self.whole, self.game, self.next_score = whole, game, next_score
        self.refused = 0

    @property
    def state(self) -> State:
        return self.whole.history.match.state

    def odd(self, code: str, place: Place, why: Reason | None = None, **values: object) -> None:
        self.whole.odd(Reason(code, values), place, why)

    def play(self) -> None:
        self._begin()
        for number, deed in enumerate(self.game.deeds):
            following = self.game.deeds[number + 1 :]
            self._do(deed, following[0] if following else None)
            self.whole.keep(deed.notes)
        self._end()

    # How it begins

    def _begin(self) -> None:
        match = self.whole.history.match
        if match.game and not match.between_games:
            self.odd("formats.after_match" if match.is_over else "formats.abandoned", self.game.place)
            self.whole.begin_again()
        match = self.whole.history.match
        score = self.whole.score_before(self.game)
        if score.points != match.score.points and match.game:
            counted, told = ("-".join(map(str, each)) for each in (match.score.points, score.points))
            self.odd("formats.score", self.game.place, counted=counted, told=told)
        if self._finished(score):
            self.odd("formats.score_over", self.game.place, told="-".join(map(str, score.points)))
        setup = self._setup(score, score != match.score)
        self.whole.append(None, GameStarted(match.game + 1, None, setup))
        self.whole.keep(self.game.notes)

    def _finished(self, score: Score) -> bool:
        length = self.whole.found.length
        return bool(length) and max(score.points) >= length

    def _setup(self, score: Score, other_score: bool) -> Setup | None:
        """What has to be put up so that the game can go as it went; None for a game like any other."""
        if self.game.setup is not None:
            return replace(self.game.setup, score=score)
        first = next(iter(self.game.deeds), None)
        cube = self._cube_at_first()
        by_throw = first is None or (first.kind == "roll" and first.roll is not None and not first.roll.is_double)
        if by_throw and not other_score and cube == Cube():
            return None
        if not by_throw and first is not None:
            self.odd("formats.no_opening", first.place)
        return Setup(self.whole.history.match.rules.start, 0 if first is None else first.seat, None, cube, score)

    def _cube_at_first(self) -> Cube:
        """Automatic doubles leave no trace but the value of the first offer."""
        first = next((deed for deed in self.game.deeds if deed.kind == "double"), None)
        if first is None or first.value <= 2 or first.value > MAX_CUBE or first.value & (first.value - 1):
            return Cube()
        self.odd("formats.cube_start", first.place, value=first.value // 2)
        return Cube(first.value // 2)

    # What is done

    def _do(self, deed: Deed, following: Deed | None) -> None:
        if self.state.phase is Phase.OVER:
            self.odd("formats.after_end", deed.place)
            return
        try:
            self._follow(deed, following)
        except TavlaError as error:
            self.odd("formats.not_taken_in", deed.place, Reason(error.code, error.values))

    def _follow(self, deed: Deed, following: Deed | None) -> None:
        match deed.kind:
            case "roll":
                self._come_to(deed)
                self._roll(deed, following)
            case "double":
                self._come_to(deed)
                self._double(deed)
            case "board":
                self._board(deed)
            case _:
                self._answer(deed)

    def _come_to(self, deed: Deed) -> None:
        """Fill in what the file leaves unsaid, until it is the turn of whoever acts next."""
        self.refused = 0
        state = self.state
        if state.phase is Phase.CUBE and state.offer is not None:
            if not state.offer.beavers:
                self.odd("formats.take_missing", deed.place)
            self.whole.append(1 - state.offer.by, facts.Taken())
        if self.state.phase is Phase.PLAY:
            self.odd("formats.no_play", deed.place)
            self.whole.append(self.state.turn, facts.Found(self.state.position.flip()))
        state = self.state
        if state.phase is Phase.ROLL and state.turn != deed.seat:
            if legal(state).allows(state.turn, Act.PASS):
                self.whole.append(state.turn, facts.Passed())
            else:
                self.odd("formats.turn_missing", deed.place)
                self._again(Setup(state.position.flip(), deed.seat, None, state.cube, state.score))

    def _again(self, setup: Setup) -> None:
        """Go on in a new record that begins on a board."""
        self.whole.begin_again()
        self.whole.append(None, GameStarted(1, None, setup))

    def _board(self, deed: Deed) -> None:
        assert deed.setup is not None
        setup = replace(deed.setup, score=self.state.score)
        state = self.state
        same = (state.position, state.turn, state.cube) == (setup.position, setup.turn, setup.cube)
        if same and state.phase is Phase.ROLL:
            return
        self.odd("formats.board_put_up", deed.place)
        self._again(setup)

    def _roll(self, deed: Deed, following: Deed | None) -> None:
        assert deed.roll is not None
        if self.state.phase is Phase.OPENING:
            high, low = deed.roll
            self.whole.append(None, facts.Thrown((high, low) if deed.seat == 0 else (low, high)))
        else:
            self.whole.append(deed.seat, facts.Rolled(deed.roll))
        if deed.play is not None or deed.after is not None:
            self._play(deed, following)

    def _play(self, deed: Deed, following: Deed | None) -> None:
        """The play of a roll: legal if any reading of it is, else the board that it led to.

        Of the ways to one board always the same is recorded, whichever the file writes: files of one match in
        several formats become one record.
        """
        try:
            meant = self._meant(deed)
        except (IllegalAction, InvalidInput) as error:
            self._illegal(deed, following, Reason(error.code, error.values))
            return
        chosen = meant[0] if len(meant) == 1 else self._best(meant, deed, following)
        for note in chosen.notes:
            if note.code == "notation.note_no_hit":
                self.odd("formats.mark", deed.place, note)
        turn = self.state.continuations
        assert turn is not None
        self.whole.append(deed.seat, facts.Played(turn.plays().get(chosen.after, ())))

    def _meant(self, deed: Deed) -> tuple[ParsedPlay, ...]:
        turn = self.state.continuations
        assert turn is not None
        if deed.after is None:
            return plays_meant(deed.play or "", turn)
        if deed.play is not None:
            try:
                return (next(each for each in plays_meant(deed.play, turn) if each.after == deed.after),)
            except (TavlaError, StopIteration):
                pass
        if deed.after in turn.plays():
            return (ParsedPlay(turn.plays()[deed.after], deed.after),)
        if not turn.dice_used and deed.after == turn.position.flip():
            return (ParsedPlay((), deed.after),)
        raise IllegalAction("formats.board_differs")

    def _best(self, meant: tuple[ParsedPlay, ...], deed: Deed, following: Deed | None) -> ParsedPlay:
        """Of several plays that a text fits, the one after which the next play of the file is legal."""
        self.odd("formats.ambiguous", deed.place, text=quoted(deed.play or ""))
        if following is None or following.roll is None or not following.play or following.seat == deed.seat:
            return meant[0]
        return next((each for each in meant if self._goes_on(each, following)), meant[0])

    def _goes_on(self, play: ParsedPlay, following: Deed) -> bool:
        state = replace(self.state, position=play.after, turn=following.seat, phase=Phase.PLAY, roll=following.roll)
        assert state.continuations is not None
        try:
            return bool(plays_meant(following.play or "", state.continuations))
        except TavlaError:
            return False

    def _illegal(self, deed: Deed, following: Deed | None, why: Reason) -> None:
        nothing = deed.after is None and why.code == "notation.must_play"
        if nothing and following is None:
            return
        after = self._board_of(deed) if deed.after is None else deed.after
        turn = self.state.continuations
        assert turn is not None
        text = deed.play or format_play(moves_made(turn, after))
        self.odd("formats.no_play" if nothing else "formats.illegal_play", deed.place, why, text=quoted(text))
        self.whole.append(deed.seat, facts.Found(after))

    def _board_of(self, deed: Deed) -> Position:
        """The board after every step of a written play that can be made at all, seen by the next player."""
        try:
            steps = read_steps(deed.play or "", forwards=False)
        except InvalidInput:
            steps = ()
        position = self.state.position
        for hop in (hop for step in steps for hop in step.hops):
            try:
                position = board_after(position, [hop]).flip()
            except InvalidInput as error:
                why = Reason(error.code, error.values)
                self.odd("formats.step_impossible", deed.place, why, source=hop[0], target=hop[1])
        return position.flip()

    # The cube

    def _double(self, deed: Deed) -> None:
        state = self.state
        expected = state.cube.value * 2
        if deed.value and deed.value != expected:
            self.odd("formats.cube_value", deed.place, told=deed.value, expected=expected)
        try:
            self.whole.append(deed.seat, facts.Doubled())
        except IllegalAction as error:
            self.odd("formats.illegal_double", deed.place, Reason(error.code, error.values))
            self.refused = expected

    def _answer(self, deed: Deed) -> None:
        if self.refused:
            self._answer_refused(deed)
            return
        offer = self.state.offer
        if offer is None:
            self.odd("formats.no_offer", deed.place)
            return
        if deed.seat == offer.by:
            self.odd("formats.wrong_seat", deed.place)
        self.whole.append(1 - offer.by, _ANSWERS[deed.kind])

    def _answer_refused(self, deed: Deed) -> None:
        """An offer that the rules do not know was answered all the same."""
        state, value = self.state, min(self.refused, MAX_CUBE)
        self.refused = 0
        if deed.kind == "drop":
            self._resign(1 - state.turn, 1, deed.place)
        else:
            self._again(Setup(state.position, state.turn, None, Cube(value, 1 - state.turn), state.score))

    # How it ends

    def _end(self) -> None:
        ending = self.game.ending
        if self.state.phase is Phase.OVER:
            if ending is not None:
                self._compare(ending)
            return
        if ending is None:
            ending = self._implied()
            if ending is None:
                return
        self._finish(ending)

    def _implied(self) -> Ending | None:
        """A game without a result of its own, where the next score tells it."""
        winner = self._winner_by_score()
        if winner is None or self.next_score is None:
            return None
        points = self.next_score[winner] - self.state.score.points[winner]
        self.odd("formats.result_missing", self.game.place, points=points)
        return Ending(points, winner, place=self.game.place)

    def _winner_by_score(self) -> Seat | None:
        if self.next_score is None:
            return None
        now = self.state.score.points
        gained = [later - before for before, later in zip(now, self.next_score, strict=True)]
        return None if gained[0] > 0 and gained[1] > 0 else 0 if gained[0] > 0 else 1 if gained[1] > 0 else None

    def _winner(self, ending: Ending) -> Seat | None:
        """Who won, by the surest sign that there is."""
        named = ending.winner if ending.loser is None else 1 - ending.loser
        if named is not None:
            return named
        by_score = self._winner_by_score()
        if by_score is not None:
            return by_score
        offer = self.state.offer
        return offer.by if offer is not None else ending.column

    def _compare(self, ending: Ending) -> None:
        result = self.state.result
        assert result is not None
        told = self._winner(ending)
        sure = ending.winner is not None or ending.loser is not None or self._winner_by_score() is not None
        if sure and told is not None and told != result.winner:
            self.odd("formats.other_winner", ending.place)
        elif ending.points and ending.points not in (result.points, self._needed(result)):
            self.odd("formats.other_points", ending.place, told=ending.points, counted=result.points)

    def _needed(self, result: Result) -> int:
        """The points that the winner needed: some programs count no more, whatever he won."""
        target = self.whole.found.length
        needed = target - (self.whole.history.match.score.points[result.winner] - result.points)
        return min(needed, result.points) if target else result.points

    def _finish(self, ending: Ending) -> None:
        """End a game that no board and no drop has ended, as the file says that it ended."""
        winner = self._winner(ending)
        if winner is None:
            self.odd("formats.no_winner", ending.place)
            return
        if ending.how == "forfeit":
            self.odd("formats.forfeit", ending.place)
        state, loser = self.state, 1 - winner
        if state.offer is not None:
            self._end_offer(winner, ending)
        else:
            value = -(-ending.points // state.cube.value) if ending.points else 1
            self._resign(loser, value, ending.place)
        if self.state.phase is Phase.OVER:
            self._compare(ending)

    def _end_offer(self, winner: Seat, ending: Ending) -> None:
        offer = self.state.offer
        assert offer is not None
        if offer.by == winner:
            self.odd("formats.drop_missing", ending.place)
            self.whole.append(1 - winner, facts.Dropped())
            return
        self.odd("formats.take_missing", ending.place)
        self.whole.append(1 - offer.by, facts.Taken())
        self._resign(1 - winner, -(-ending.points // self.state.cube.value) or 1, ending.place)

    def _resign(self, loser: Seat, value: int, place: Place) -> None:
        values = legal(self.state).resign_values[loser]
        if not values:
            self.odd("formats.no_winner", place)
            return
        fitting = [each for each in values if each <= value]
        self.whole.append(loser, facts.Resigned(loser, int(fitting[-1] if fitting else values[0])))
        self.whole.append(1 - loser, facts.Accepted())
