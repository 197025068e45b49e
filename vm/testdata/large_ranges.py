# Ranges beyond machine words answer membership and index without walking.
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
big = range(10**30)
t(lambda: 10**29 in big); t(lambda: -1 in big); t(lambda: 10**30 in big); t(lambda: big.index(10**25)); t(lambda: big.count(5)); t(lambda: len(big)); t(lambda: bool(big)); t(lambda: big[5]); t(lambda: big.index(-3))
odd = range(1, 10**20, 2)
t(lambda: 10**19 in odd); t(lambda: 10**19 + 1 in odd); t(lambda: odd.index(10**19 + 1)); t(lambda: True in odd)
down = range(10**20, 0, -3)
t(lambda: 10**20 - 9 in down); t(lambda: 1 in down); t(lambda: 0 in down); t(lambda: down.index(10**20 - 9))
t(lambda: 2.0 in range(5)); t(lambda: 'x' in range(3)); t(lambda: range(5).index(9)); t(lambda: range(5).index('a')); t(lambda: 10**30 in range(5)); t(lambda: range(0).index(0)); t(lambda: range(10, 0, -2).index(4))
