"""The package on a real Debian 13 with systemd, in a container, as root: `make unit-test`."""
