# Polynomials as objects, averages over several axes, orders of elements in memory.
import numpy as np, warnings
warnings.simplefilter("ignore")
from fractions import Fraction
d = np.arange(8).reshape((2, 2, 2))
print(np.average(d, axis=(0, 1), weights=[[1./4, 3./4], [1., 1./2]]))
for kw in (dict(axis=0, weights=[[1./4, 3./4], [1., 1./2]]), dict(weights=[1, 2]), dict(axis=(0, 1), weights=[1, 2]), dict(axis=1, weights=[1, 2], returned=True), dict(axis=(1, 2), weights=[[1, 2], [3, 4]], returned=True, keepdims=True), dict(axis=(2, 0), weights=[[1, 2], [3, 4]])):
    try: print(np.average(d, **kw))
    except Exception as e: print(type(e).__name__, e)
print(np.isscalar(Fraction(1, 2)), np.isscalar(None))
print(np.cross([1, 2], [4, 5, 6]), np.cross([1, 2], [4, 5]), np.cross([[1, 2], [3, 4]], [[5, 6], [7, 8]]), np.cross([1, 2, 3], [4, 5]))
try: np.cross([1, 2, 3, 4], [4, 5])
except Exception as e: print(type(e).__name__, e)
print(np.logspace(2.0, 3.0, num=4, base=[2.0, 3.0], axis=-1)); print(np.logspace(2.0, 3.0, num=4, base=[2.0, 3.0])); print(np.logspace([1, 2], 3, num=3)); print(np.logspace([1, 2], 3, num=3, axis=1))
print(np.bitwise_count(1023), np.bitwise_count(2 ** np.arange(5) - 1), np.bitwise_count(np.array([-3, 7], np.int8)).dtype)
a = np.arange(12).reshape(2, 3, 2).swapaxes(1, 2)
print(a.ravel(order="K"), np.arange(3)[::-1].ravel(order="K"), a.T.ravel("K"), a[:, ::-1].ravel("K"), a.flatten("K"), a.reshape(3, 4, order="A"), np.ravel(a, "K"), a.copy("K").strides, a.flatten("A"))
c = np.eye(3); e = np.einsum("ii->i", c); print(e)


x = np.array([3, 1, 2]); b = x.copy(); print(np.median(b, overwrite_input=True), np.percentile(x, 50))
H, xe, ye = np.histogram2d([.1, .5, .9, .4], [.2, .3, .4, .9], bins=([0, .5, 1], [0, .3, .6, 1])); print(H, xe, ye)

print(np.poly1d([1, 2, 3])); p = np.poly1d([1, 2, 3]); print(repr(p), p(2), p.r, p * p, p.deriv(), p.integ(), p.order, p[0], p + 1, np.poly([0, 0, 0]), np.polyval(p, 2), np.polyder(p), np.roots(p)); print(p ** 2); q = np.poly1d([1., -3, 2], True); print(repr(q)); print(np.polydiv(p, np.poly1d([1, 1]))); print(np.poly1d([1, 2], variable="z"))
