"""How the camera reads drawn dice; `make confusion` writes it into the README of the readers."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import hypot
from pathlib import Path

from dice_conditions import CONDITIONS, Shot, shots
from drawn_dice import DrawnDie

from hw.sensor.device.readers.sight.sight import SeenDie, see

README = Path(__file__).parents[3] / "hw/sensor/device/readers/README.md"
MARKS = "<!-- confusion -->", "<!-- end of confusion -->"
PICTURES = 100  # for each condition
NEAR = 0.45  # edges: a die that is seen so far from where it was drawn is another
ACCEPTED, ASKED = 90, 60  # percent, as the box judges

Pair = tuple[DrawnDie, SeenDie | None]


@dataclass
class Tally:
    """Dice that were drawn, by what became of them; `other_number` counts pictures."""

    dice: int = 0
    accepted: int = 0
    asked: int = 0
    by_hand: int = 0
    wrong: int = 0  # accepted with another face than it shows, or where there is none
    other_number: int = 0
    read: Counter[tuple[int, int | None]] = field(default_factory=Counter)

    def add(self, die: DrawnDie, seen: SeenDie | None) -> None:
        sure = seen.sure if seen and seen.face else 0
        face = seen.face if seen and sure >= ASKED else None
        self.dice += 1
        self.accepted += sure >= ACCEPTED and face == die.face
        self.wrong += sure >= ACCEPTED and face != die.face
        self.asked += ASKED <= sure < ACCEPTED
        self.by_hand += sure < ASKED
        self.read[die.face, face] += 1

    def row(self, name: str) -> str:
        figures = (self.dice, self.accepted, self.asked, self.by_hand, self.wrong)
        return f"| {name} | {' | '.join(map(str, figures))} | {self.other_number or ''} |"


def tally(pictures: Iterable[Shot]) -> tuple[Tally, Tally]:
    """Of the dice that lie flat, and of the others."""
    flat, crooked = Tally(), Tally()
    for shot in pictures:
        seen = see(shot.picture, shot.calibration).dice
        pairs, phantoms = matched(shot, seen)
        for die, found in pairs:
            (crooked if die in shot.crooked else flat).add(die, found)
        flat.wrong += sum(die.sure >= ACCEPTED for die in phantoms)
        flat.other_number += len(seen) != len(pairs)
    return flat, crooked


def matched(shot: Shot, seen: Sequence[SeenDie]) -> tuple[list[Pair], list[SeenDie]]:
    """Each die that was drawn with the one seen nearest to it, and what else was seen."""
    drawn = [*shot.crooked, *shot.flat]
    spots = [shot.scene.spot(die) for die in drawn]
    near = sorted(
        (hypot(found.x - x, found.y - y), -die.z, at, place)
        for at, (die, (x, y)) in enumerate(zip(drawn, spots, strict=True))
        for place, found in enumerate(seen)
    )
    pairs: dict[int, int] = {}
    for distance, _, at, place in near:
        if distance < NEAR * shot.scene.edge and at not in pairs and place not in pairs.values():
            pairs[at] = place
    found = [(die, seen[pairs[at]] if at in pairs else None) for at, die in enumerate(drawn)]
    return found, [die for place, die in enumerate(seen) if place not in pairs.values()]


def report(count: int) -> str:
    """Both tables, of so many pictures for each condition."""
    rows = ["| | dice | accepted | asked | by hand | wrong | other number |"]
    rows += ["| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    read: Counter[tuple[int, int | None]] = Counter()
    for name in CONDITIONS:
        flat, crooked = tally(shots(name, count))
        read += flat.read
        rows.append(flat.row(name))
        if crooked.dice:
            rows.append(crooked.row(f"{name}: these"))
        print(rows[-1], flush=True)
    return "\n".join([*rows, "", *_faces(read)])


def _faces(read: Counter[tuple[int, int | None]]) -> Iterable[str]:
    columns = (*range(1, 7), None)
    yield "| drawn | read 1 | 2 | 3 | 4 | 5 | 6 | by hand |"
    yield "| ---: " * (len(columns) + 1) + "|"
    for face in range(1, 7):
        counts = [str(read[face, column]) for column in columns]
        yield f"| {face} | {' | '.join(counts)} |"


def written() -> str:
    """What the README tells."""
    return README.read_text().split(MARKS[0])[1].split(MARKS[1])[0].strip()


def main() -> None:
    before, rest = README.read_text().split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    text = report(PICTURES)
    README.write_text(f"{before}{MARKS[0]}\n\n{text}\n\n{MARKS[1]}{after}")


if __name__ == "__main__":
    main()
