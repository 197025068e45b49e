"""The functions of math at the limits of their arguments, and their errors."""
import math
inf=math.inf; nan=math.nan
def t(f, *a, **k):
    call = " ".join(map(repr, a))[:60]
    try:
        print(f.__name__, call, k, repr(f(*a, **k))[:80])
    except Exception as e:
        print(f.__name__, call, k, type(e).__name__, e)
for a in ((1.0,inf,0.0),(inf,0.0,nan),(0.0,inf,1),(inf,1,-inf),(-inf,1,inf),(inf,nan,1),(1e300,1e300,1),(1e300,1e300,-inf),(3,4,5),(0.1,10,-1),('a',1,1),(1,2)): t(math.fma,*a)
for n in (-10**100,10**100,-1,5.0,'a',True,30): t(math.factorial,n)
for a in ((inf,10**100),(1,10**100),(1,-10**100),(0.0,10**30),(nan,10**30),(-1.0,-10**30),(1,5.0),(1,2000)): t(math.ldexp,*a)
t(math.dist,[1],[2],[3]); t(math.dist,[1,2],[3]); t(math.dist,5,6); t(math.dist,'ab','cd'); t(math.hypot,x=1); t(math.hypot,'a'); t(math.hypot); t(math.hypot,inf,nan)
t(math.perm,5,None); t(math.perm,5); t(math.perm,5,2); t(math.perm,-1,2); t(math.perm,5,-1); t(math.perm,5,6); t(math.perm,5.0); t(math.perm,10**100,3); t(math.perm,10**100,10**100);t(math.perm)
t(math.comb,10); t(math.comb,10,3); t(math.comb,10,-1); t(math.comb,-10,1); t(math.comb,10**100,3); t(math.comb,10**100,10**100); t(math.comb,10,11); t(math.comb,10**100,10**99)
t(math.nextafter,1.0,-inf,steps=1); t(math.nextafter,1.0,inf,steps=2**60);t(math.nextafter,1.0,inf,steps=0);t(math.nextafter,1.0,inf,steps=-1);t(math.nextafter,1.0,nan,steps=0);t(math.nextafter,-1.0,1.0,steps=10**30);t(math.nextafter,1.0,inf);t(math.nextafter,0.0,-0.0);t(math.nextafter,1,2,steps=1.5)
t(math.sumprod,[],[],[]); t(math.sumprod,[1,2],[3]); t(math.sumprod,[0.1]*10,[1]*10); t(math.sumprod,[1,2.5],[3,4]); t(math.sumprod,'ab',[1,2]); t(math.sumprod,[10**20,2],[3,4]); t(math.sumprod,[inf],[0.0]); t(math.sumprod,[1e308]*2,[10,10]); t(math.sumprod,[10**400,1.0],[1.0,1]); t(math.sumprod,[True,2],[3,4.0]); t(math.sumprod,5,[1])
for a in ((2,0),(2,1),(0,2),(2,-1),(10**500,10),(8,2),(2,10**500),(2.0,inf),(nan,2),(1,1),(),(1,2,3),(10**500,10**250)): t(math.log,*a)
for a in ((0,0),(0,-1),(-1,0.5),(inf,-inf),(nan,0),(1,nan),(-8,1/3),(10,400),(-10,401),(0.0,-inf),(-0.0,-3),(2,10**400),(-2,3)): t(math.pow,*a)
for a in ((7,0),(inf,1),(1,inf),(nan,1),(-7,3),(7,-3),(5.5,2.2)): t(math.fmod,*a); t(math.remainder,*a); t(math.copysign,*a); t(math.atan2,*a)
t(math.isclose,1,2,rel_tol=-1);t(math.isclose,1,1+1e-10);t(math.isclose,inf,inf);t(math.isclose,1,2,abs_tol=5); t(math.isclose,1,2,0.5)
t(math.gcd);t(math.gcd,4,-6);t(math.gcd,4,6,8.0);t(math.lcm);t(math.lcm,4,6);t(math.lcm,0,5);t(math.gcd,12,0); t(math.gcd,a=1)
t(math.prod,[1,2,3]);t(math.prod,[1,2.5],start=2);t(math.prod,[[1],[2]]);t(math.prod,['a',2],start=1);t(math.prod,[]);t(math.prod,[10**20,10**20])
t(math.fsum,[1e308,1e308,-1e308]);t(math.fsum,[inf,-inf]);t(math.fsum,[inf,nan]);t(math.fsum,[.1]*10);t(math.fsum,[1e308]*3);t(math.fsum,['a']);t(math.fsum,[10**400])
t(math.isqrt,-1);t(math.isqrt,10**40);t(math.isqrt,2.0); t(math.ceil,'a'); t(math.frexp,5e-324); t(math.trunc, 1e300); t(math.modf,-3.5)
class C:
    def __floor__(self): return 'f'
    def __ceil__(self): return 'c'
    def __trunc__(self): return 't'
    def __float__(self): return 2.5
    def __index__(self): return 9
for f in math.log, math.log2, math.log10, math.lgamma, math.gamma, math.cosh, math.sinh, math.sqrt, math.acos, math.atanh, math.exp, math.isqrt:
    for x in 0, -0.0, -1.5, 0.5, inf, -inf, nan, 10**400, -(10**400), 1e308, 710, -709.7827, -201.5, "a", None:
        t(f, x)
print(math.floor(C()), math.ceil(C()), math.trunc(C()), math.sqrt(C()), math.isqrt(C()), math.factorial(C()))
