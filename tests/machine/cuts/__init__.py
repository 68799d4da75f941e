"""Power cuts of a whole box that plays on a kernel of its own, as root: `make cut-test`."""
