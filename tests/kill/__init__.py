"""A box that is killed at any moment, and disks that fail: `make kill-test`."""
