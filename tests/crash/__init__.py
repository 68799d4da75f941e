"""Power cuts at any write to the disk, without a power cut: `make crash-test`."""
