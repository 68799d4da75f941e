"""The host's side of the line to a dice sensor: TDP/1, the Tower Dice Protocol."""
