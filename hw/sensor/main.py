"""Copy this to the microcontroller as main.py: six dice, each read by three switches."""

from binascii import hexlify

from device.pico import serve
from device.readers.switches import Switches, three_bits
from machine import Pin, unique_id

# GPIO numbers of each place, the bit that counts four first; every game needs six places
WIRING = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (9, 10, 11),
    (12, 13, 14),
    (15, 16, 17),
)


def pin(number: int) -> Pin:
    return Pin(number, Pin.IN, Pin.PULL_DOWN)


places = [three_bits(pin(high), pin(middle), pin(low)) for high, middle, low in WIRING]
serve(Switches(places), "switches", hexlify(unique_id()).decode()[-8:])
