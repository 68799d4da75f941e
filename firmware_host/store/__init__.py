"""Games on disk: every action is committed before anything that follows from it is shown.

Nothing is imported here: the box lights its panel before it loads what keeps the games.
"""
