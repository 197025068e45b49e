# random: numbers of a seed in each distribution, errors; difflib: steps between random lists.
import random, difflib
print([getattr(random,n).hex() for n in "TWOPI NV_MAGICCONST LOG4 SG_MAGICCONST RECIP_BPF".split()])
r=random.Random(5)
for i in range(40):
    print(r.gammavariate(0.3+i/10,1.5), r.betavariate(.5,.7), r.choice('abcdef'), r.sample(range(100),k=i), r.sample(range(10),3), r.choices([1,2,3],weights=[1,2,i],k=3), r.choices('ab',k=2), r.randrange(3,90,7), r.randint(-5,10**i), r.randbytes(3), r.normalvariate(), r.expovariate(2))
l=list(range(30)); r.shuffle(l); print(l, random.Random('x').random(), random.Random(b'y').random(), random.Random(2.5).random())
for f in (lambda: r.choices([1],3), lambda: r.seed([]), lambda: r.randint(3,1), lambda: r.choice([]), lambda: r.sample([1],2), lambda: r.choices([1,2],weights=[1]), lambda: r.choices([1],weights=[1],cum_weights=[1]), lambda: r.setstate((1,2,3))):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for i in range(40):
    a=[r.choice('abcd') for _ in range(r.randrange(12))]; b=[r.choice('abcd') for _ in range(r.randrange(12))]
    s=difflib.SequenceMatcher(None,a,b); print(list(s.get_opcodes()), list(difflib.SequenceMatcher(None,a,b).get_grouped_opcodes(r.randrange(4))), s.ratio(), s.get_matching_blocks())
    print(list(difflib.unified_diff(a,b,n=2)), difflib.get_close_matches(''.join(a), ['ab','abc','dcba',''.join(b)]))
