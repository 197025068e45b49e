# Identifiers are compared in the normal form NFKC.
class T:
    ä = 1
    µ = 2
    蟒 = 3
    x󠄀 = 4
print(T.ä, getattr(T, "\u03bc"), T.蟒, getattr(T, 'x\U000E0100'))
def f(𝔘𝔫𝔦𝔠𝔬𝔡𝔢, *, ﬁn=1): return Unicode, locals()
print(f(3), f(Unicode=1, fin=2))
𝐱 = 5
print(x, globals()['x'])
import ｍath as ｍ
print(m.pi)
global_ﬃ = 1
print([n for n in dir() if n.startswith('global_')])
