"""What runs in the simulated machine; it imports nothing else of ours but `hw`."""
