"""Number literals with underscores, right and wrong ones (PEP 515)."""

_bases = ("0b1_0", "0B_1", "0o1_7", "0O_17", "0xa_b_c", "0X_F")
_decimals = ("1_0", "12_34_56", "0_0", "1_000_000")
_fractions = ("1_0.5", "0.2_5", ".2_5", "3_1.4_1")
_exponents = ("1e1_0", "2_0e3", "2_0.5e-1_0", ".1_5E+2")

VALID_UNDERSCORE_LITERALS = [
    *_bases, *_decimals, *_fractions, *_exponents,
    *(number + "j" for number in _decimals + _fractions + _exponents),
    "(" + _fractions[0] + "+" + _decimals[0] + "j)", "(" + _fractions[2] + "j)",
]

INVALID_UNDERSCORE_LITERALS = [
    # At the end, with nothing behind it.
    *(number + "_" for number in (*_bases, *_decimals, "1.5", "1e5", "1.5j")),
    # Within the prefix of a base.
    "0_b1", "0_o7", "0_xf",
    # Zeros before a decimal number, and two in a row.
    "0_7", "00_9", "1__0", "0b1__0", "0o1__7", "0xa__b", "1.0__1", "1e1__0",
    # Beside a point, a sign, an exponent, a j.
    "1_.5", "1._5", "._5", "1_.", "1e+_5", "1e-_5j", "1_e5", "1.5_e5j", "1e_5", "1_j", "1.5_j", "1e5_j",
    # Before a word, and within brackets.
    "1 if 1_else 2", "(2+1.5_j)",
]
