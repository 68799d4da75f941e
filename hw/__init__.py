"""The parts of the box behind small protocols; knows no rules."""
