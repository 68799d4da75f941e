"""How the tests run."""

import os

from hypothesis import settings

# A change is judged by the same examples each time; at a desk, new ones are looked for.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")
