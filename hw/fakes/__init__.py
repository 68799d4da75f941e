"""Parts that need no hardware: public, for the tests, the simulator and the demo."""
