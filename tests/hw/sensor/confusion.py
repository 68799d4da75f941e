"""How the camera reads dice that were drawn: `make confusion` tells of 100 pictures a condition."""

import sys
from collections import Counter
from math import hypot

from dice_conditions import CONDITIONS, Shot, shots
from drawn_dice import DrawnDie

from hw.sensor.device.readers.sight.sight import SeenDie, see

import os

TRACE = os.environ.get("TRACE", "").split(",")


def outcome(die, seen):
    if seen is None:
        return "unseen"
    if seen.face is None or seen.sure < 60:
        return "hand"
    right = seen.face == die.face
    if seen.sure >= 90:
        return "right" if right else "WRONG"
    return "asked" if right else "askedwrong"


def judge(name, shot, n, table):
    sight = see(shot.picture, shot.calibration)
    left = list(sight.dice)
    alld=[*shot.dice, *shot.badly]
    pairs=sorted((hypot(s.x-x,s.y-y)-(d.z>0)*.01,i,j) for i,s in enumerate(left) for j,d in enumerate(alld) for x,y in [shot.scene.spot(d)])
    m={}
    used=set()
    for dist,i,j in pairs:
        if dist<shot.scene.edge*.45 and i not in used and j not in m: m[j]=i; used.add(i)
    left=[s for i,s in enumerate(sight.dice) if i not in used]
    for j,die in enumerate(alld):
        seen=sight.dice[m[j]] if j in m else None
        o = outcome(die, seen)
        if die in shot.badly and o in ("right", "asked"):
            o = "PASSED" if o == "right" else "bad asked"
        table[o] += 1
        if o in TRACE:
            print(
                name,
                n,
                o,
                die.face,
                seen and (seen.face, seen.sure, seen.cause),


                round(die.lean, 2),
            )
    for s in left:
        table["extra" if s.face is None or s.sure < 90 else "PHANTOM"] += 1
    if len(sight.dice) != len(shot.dice) + len(shot.badly):
        table["countoff"] += 1
    if sight.cause:
        table[sight.cause] += 1
    return sight


if __name__ == "__main__":
    count = int(sys.argv[1])
    names = sys.argv[2:] or CONDITIONS
    import time

    for name in names:
        t = Counter()
        a = time.process_time()
        tm = 0
        for n, s in enumerate(shots(name, count)):
            b = time.process_time()
            judge(name, s, n, t)
            tm = max(tm, time.process_time() - b)
        print(
            f"{name:28}",
            dict(t),
            f"{(time.process_time() - a) / count * 1000:.0f}ms max {tm * 1000:.0f}",
            flush=True,
        )
