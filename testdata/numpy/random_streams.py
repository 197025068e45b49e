# Streams of random numbers of the legacy functions and of Generator.
import numpy as np

np.set_printoptions(precision=12)
R = np.random


def show(text):
    try:
        print(text, "->", repr(eval(text)))
    except Exception as e:
        print(text, "!!", type(e).__name__, str(e).split("\n")[0])


LEGACY = """R.rand(3);R.randn(3);R.randint(0,10,5);R.random();R.randint(5);R.uniform(-1,1,3);R.normal(2,3,3);R.choice(5,3);R.choice([1,2,3],2,replace=False);R.choice(4,5,p=[.1,.2,.3,.4])
R.choice(10,4,replace=False,p=np.ones(10)/10);R.permutation(6);R.binomial(10,.3,5);R.binomial(1000,.7,3);R.poisson(3,4);R.poisson(30,4);R.exponential(2,3);R.beta(2,3,3);R.beta(.5,.5,3);R.gamma(2,2,3)
R.gamma(.5,1,3);R.multinomial(20,[.2,.3,.5],size=2);R.standard_t(3,2);R.laplace(0,1,3);R.lognormal(0,1,2);R.geometric(.3,4);R.gumbel(0,1,2);R.weibull(2,2);R.triangular(0,1,2,2);R.vonmises(0,1,3)
R.dirichlet([1,2,3]);R.randint(0,2**40,3);R.randint(0,256,5,dtype=np.uint8);R.randint(0,1000,5,dtype=np.int16);R.randint(0,2,5,dtype=bool);R.randint([1,10,100]);R.bytes(5)
R.permutation(np.arange(6).reshape(3,2));R.randint(3,3);R.normal(0,-1);R.choice(3,5,replace=False);R.seed(-1);R.rand();R.randn(2,2)"""
NEW = """g.random(3);g.standard_normal(5);g.integers(0,10,5);g.integers(10);g.integers(0,2**40,3);g.integers(0,256,5,dtype=np.uint8);g.integers(1,6,5,endpoint=True);g.normal(1,2,3);g.uniform(-1,1,3)
g.choice(5,3);g.choice(10,4,replace=False);g.choice(4,5,p=[.1,.2,.3,.4]);g.choice(20000,3000,replace=False)[:5];g.permutation(6);g.permuted(np.arange(6).reshape(2,3),axis=1);g.exponential(2,3)
g.gamma(2,2,3);g.beta(2,3,3);g.binomial(1000,.7,3);g.poisson(30,4);g.multinomial(20,[.2,.3,.5]);g.geometric(.1,4);g.random(3,dtype=np.float32);g.standard_normal(4,dtype=np.float32);g.bytes(4);g.integers(5,2)"""
for seed in (0, 42):
    R.seed(seed)
    for text in LEGACY.replace("\n", ";").split(";"):
        show(text)
    g = R.default_rng(seed)
    for text in NEW.replace("\n", ";").split(";"):
        show(text)
a = np.arange(8)
R.seed(1)
R.shuffle(a)
items = [1, 2, 3, 4]
R.shuffle(items)
print(a, items)
r = R.RandomState(7)
state = r.get_state()
first = r.randn(3)
r.set_state(state)
print((first == r.randn(3)).all(), state[0], state[2:])
print(R.SeedSequence(5).generate_state(3), [c.generate_state(1) for c in R.SeedSequence(5).spawn(2)], R.default_rng(3).bit_generator.state)
