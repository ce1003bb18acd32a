"""Play, score and publish GP consultations of the game Crook."""

__version__ = "0.1.0"
