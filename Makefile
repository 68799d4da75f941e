# Everything runs in a private environment in .venv; a second run starts at once.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check -q install
NO_PACKAGES := { echo "dicetower: the packages named above could not be installed; see that the network is there and try again" >&2; exit 2; }

.PHONY: slow-test deb unit-test vm-test cut-test arm-test crash-test kill-test confusion play test bench pull-test sensor-test sensor-games clean

play: $(VENV)/.play
	@$(BIN)/python -m firmware_host.cli play

# The same examples each time, and no deadlines: a slow machine is no fault. Plain pytest explores.
test: $(VENV)/.test
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy
	$(BIN)/python -c 'from importlinter.cli import lint_imports_command; lint_imports_command()'
	$(BIN)/python -m pytest --hypothesis-profile ci -n auto --dist worksteal -m "not slow"

# What takes longest: kills, games put away, a sensor in whole games.
slow-test: $(VENV)/.test
	$(BIN)/python -m pytest --hypothesis-profile ci -n auto --dist worksteal -m slow

bench: $(VENV)/.bench
	$(BIN)/python tests/bench

# Parts pulled and put back for some ten minutes, in fake time and in real time.
pull-test: $(VENV)/.test
	PYTHONPATH=tests $(BIN)/python -m pull

# The sensor's program under a real MicroPython: Debian's is unpacked into build/ if there is none.
sensor-test: $(VENV)/.test
	$(BIN)/python -m pytest -rsP tests/hw/sensor/on_micropython.py tests/hw/sensor/camera_on_micropython.py

# Whole games with a sensor on a line that loses and damages what it carries.
sensor-games: $(VENV)/.test
	PYTHONPATH=tests $(BIN)/python -m sensor_games

# The package for Raspberry Pi OS. Debian's tools build it, and this machine's Python is enough.
deb:
	@$(PYTHON) systemd/package.py build

# That package on Debian 13 with systemd, in a container: needs root.
unit-test:
	@PYTHONPATH=tests $(PYTHON) -m container build

# That package on a simulated Pi, in QEMU: needs root. ONLY="panel doctor" runs those scenarios.
vm-test: $(VENV)/.test
	@PYTHONPATH=tests:tests/hw/sensor nice $(BIN)/python -m machine build $(ONLY)

# The power of a box that plays on a kernel of its own is cut so often: needs root, FUSE and loop devices.
N := 100
cut-test: $(VENV)/.crash
	PYTHONPATH=tests $(BIN)/python -m machine.cuts build --cuts $(N)

# The package on emulated Arm: needs root.
arm-test: $(VENV)/.test
	PYTHONPATH=tests:tests/bench $(BIN)/python -m machine.arm build

# The box killed a thousand times, for some eleven minutes.
kill-test: $(VENV)/.test
	PYTHONPATH=tests $(BIN)/python -m kill

# A recorded disk, the power cut at any write to it: needs root, FUSE and loop devices.
crash-test: $(VENV)/.crash
	PYTHONPATH=tests $(BIN)/python -m crash

# Draws dice, reads them, and writes the table into hw/sensor/device/readers/README.md.
confusion: $(VENV)/.test
	$(BIN)/python tests/hw/sensor/confusion.py

clean:
	rm -rf $(VENV) build *.egg-info

# The two checks a fresh Debian or Raspberry Pi OS can fail, each with its cure.
$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "dicetower: Python is missing; run: sudo apt install python3 python3-venv" >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "dicetower: Python 3.11 or newer is needed; install a newer one and run: make PYTHON=python3.11" >&2; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "dicetower: Python's venv or pip is missing; run: sudo apt install python3-venv" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || { echo "dicetower: the environment cannot be made in $(VENV); name a folder that can be written: make VENV=~/dicetower-venv $(MAKECMDGOALS)" >&2; exit 2; }

$(VENV)/.play: pyproject.toml | $(BIN)/python
	@echo "dicetower: setting up a private environment in $(VENV) (once, about a minute)"
	@$(PIP) -e '.[sim]' || $(NO_PACKAGES)
	@touch $@

# lgpio has no wheel for every Python; its tests skip with a reason where it is not there.
$(VENV)/.test: pyproject.toml | $(BIN)/python
	@echo "dicetower: setting up a private environment in $(VENV) (once, about a minute)"
	@$(PIP) -e '.[sim,test]' || $(NO_PACKAGES)
	@$(PIP) --only-binary :all: 'lgpio>=0.2.2' 2>/dev/null || echo "dicetower: no lgpio for this Python; its tests will be skipped"
	@touch $@ $(VENV)/.play

$(VENV)/.crash: $(VENV)/.test
	@$(PIP) 'mfusepy>=3.0' || $(NO_PACKAGES)
	@touch $@

# Others' packages that are measured beside; farkle-simulation's scorer needs none of the big ones it asks for.
$(VENV)/.bench: $(VENV)/.test
	@$(PIP) --retries 1 --timeout 10 pyfarkle orjson tqdm && $(PIP) --retries 1 --timeout 10 --no-deps farkle-simulation && touch $@ \
	|| echo "dicetower: not all packages to measure beside could be installed; they are left out"
