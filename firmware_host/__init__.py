"""The program on the Pi: loop, flow, screens, words, store, settings, simulator, command line."""
