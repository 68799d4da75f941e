"""Which dice of a throw are chosen: always a legal keep, or none."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

Faces = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Selection:
    """Chosen places of a throw. A toggle takes the dice that only score together along with it."""

    throw: Faces
    keeps: tuple[Faces, ...]  # every legal keep
    kept: tuple[bool, ...]

    @staticmethod
    def of(throw: Faces, keeps: tuple[Faces, ...], chosen: Faces) -> "Selection":
        """The places of `chosen`, one of the legal keeps."""
        return Selection(throw, keeps, (False,) * len(throw)).choosing(chosen)

    @property
    def dice(self) -> Faces:
        """Chosen faces in rising order."""
        return tuple(sorted(face for face, kept in zip(self.throw, self.kept, strict=True) if kept))

    @property
    def left(self) -> Faces:
        """Faces not chosen, as they lie."""
        return tuple(face for face, kept in zip(self.throw, self.kept, strict=True) if not kept)

    def with_kept(self, kept: Sequence[bool]) -> "Selection | None":
        """The same throw with other places chosen; None when that is no legal keep."""
        if len(kept) != len(self.throw):
            return None
        other = Selection(self.throw, self.keeps, tuple(map(bool, kept)))
        return other if not other.dice or other.dice in self.keeps else None

    @property
    def toggles(self) -> tuple[bool, ...]:
        """Which dice can be chosen, or put back, now."""
        faces = {face for keep in self.keeps for face in keep}
        dice = zip(self.throw, self.kept, strict=True)
        return tuple(len(self.keeps) > 1 if kept else face in faces for face, kept in dice)

    def toggled(self, place: int) -> "Selection | None":
        """The die at `place` chosen or put back; None where no legal keep allows that."""
        return self._without(place) if self.kept[place] else self._with(place)

    def _with(self, place: int) -> "Selection | None":
        wanted = Counter(self.dice) + Counter((self.throw[place],))
        larger = [keep for keep in self.keeps if wanted <= Counter(keep)]
        if larger:
            return self.choosing(min(larger, key=len), place)
        # What was chosen does not go with this die: start afresh from the die alone.
        face = self.throw[place]
        alone = [keep for keep in self.keeps if face in keep]
        return self.choosing(min(alone, key=len), place) if alone else None

    def _without(self, place: int) -> "Selection | None":
        left = Counter(self.dice) - Counter((self.throw[place],))
        smaller = [keep for keep in self.keeps if Counter(keep) <= left]
        if smaller:
            return self.choosing(max(smaller, key=len), avoid=place)
        if len(self.keeps) > 1:
            return Selection(self.throw, self.keeps, (False,) * len(self.throw))
        return None  # the only keep there is

    def choosing(
        self, keep: Faces, first: int | None = None, avoid: int | None = None
    ) -> "Selection":
        """Places with the faces of `keep`: `first` before those chosen already, `avoid` last."""
        places = sorted(
            range(len(self.throw)), key=lambda p: (p != first, p == avoid, not self.kept[p], p)
        )
        missing: Counter[int] = Counter(keep)
        chosen = set()
        for place in places:
            if missing[self.throw[place]] > 0:
                missing[self.throw[place]] -= 1
                chosen.add(place)
        return Selection(self.throw, self.keeps, tuple(p in chosen for p in range(len(self.throw))))
