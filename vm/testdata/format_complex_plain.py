# format() of complex numbers without a type: like the repr, with signs and separators, or with so many digits.
for spec in ("", "+", " ", ",", "+,", "-", ".0", ".3", ".10", "+.1", "20", "<+20", "#.3", "g", "+g"):
    for c in (1 + 2j, 0j, 2j, -0.0 - 1.5j, complex("nan+infj"), 1e20 + 1e-7j, 123456.75 - 1j, complex(-0.0, 2)):
        print(repr(spec), c, format(c, spec))
print(format(1 + 2j, "#"), f"{2j:>8}|{-2j:+}|{3 - 4j: }")
