"""The whole box on simulated hardware: the installed package on a real kernel, as root."""
