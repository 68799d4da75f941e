"""CRC-16/CCITT-FALSE: MicroPython's binascii has none."""

_TABLE = tuple([0x1021 * nibble for nibble in range(16)])  # nothing is carried: the bits stay apart


def crc16(octets: bytes) -> int:
    """The check of `octets`; of b"123456789" it is 0x29B1."""
    crc = 0xFFFF
    for octet in octets:
        for nibble in (octet >> 4, octet & 15):
            crc = (crc << 4 & 0xFFFF) ^ _TABLE[crc >> 12 ^ nibble]
    return crc
