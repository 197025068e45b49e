# Lengths that no memory holds are MemoryErrors, or errors of the format.
CASES = [
    '"%99999999999999d" % 1',
    '"{:99999999999999d}".format(1)',
    '"%.99999999999999f" % 1.0',
    '"%.99999999999999d" % 1',
    '"%.99999999999999s" % 1',
    '"{:.99999999999999f}".format(1.0)',
    '"{:.99999999999999}".format("a")',
    '"a" * (1<<45)',
    '"a".ljust(1<<45)',
    '"a".center(1<<45)',
    '[0] * (1<<45)',
    'bytes(1<<45)',
    'bytearray(1<<45)',
    'b"a" * (1<<45)',
    'b"a".ljust(1<<45)',
    '(1,) * (1<<45)',
    '"\\t".expandtabs(1<<45)',
    '"a".zfill(1<<45)',
    'b"a".zfill(1<<45)',
    '"%*d" % (1<<45, 1)',
    'format("a", ">99999999999999")',
    'format(1, "099999999999999")',
    '(1).to_bytes(1<<45, "big")',
    '"{:99999999999999999999999d}".format(1)',
    '"%99999999999999999999999d" % 1',
    'round(1, 1<<45)',
    '"a,b".replace("", "x" * 10)',
]

for e in CASES:
    try:
        r = eval(e)
        print(e, type(r).__name__, len(r) if hasattr(r, "__len__") else r)
    except Exception as x:
        print(e, type(x).__name__, x)
