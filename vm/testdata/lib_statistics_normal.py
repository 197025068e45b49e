# NormalDist, and edges of json and functools.
from statistics import NormalDist
import json, functools, statistics
def show(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
n = NormalDist(100, 15)
for p in (1e-300, 1e-10, 0.001, 0.05, 0.3, 0.5, 0.7, 0.975, 0.9999999): show(n.inv_cdf, p)
show(n.quantiles); show(n.quantiles, 10); show(lambda: n.overlap(NormalDist(110, 10))); show(n.samples, 4, seed=1); show(lambda: -n); show(lambda: +n); show(lambda: n * 2 + 3); show(lambda: n == NormalDist(100, 15)); show(lambda: NormalDist.from_samples([1, 2, 3, 4])); show(n.cdf, 120); show(n.pdf, 100); show(lambda: hash(n) == hash(NormalDist(100, 15))); show(n.inv_cdf, 0); show(NormalDist, 0, -1); show(lambda: n.zscore(130))
show(lambda: json.decoder.scanstring('"abc" x', 1)); show(json.JSONDecoder().raw_decode, "1 2"); show(json.JSONDecoder().raw_decode, "[1]", -1); show(json.encoder.encode_basestring_ascii, "é"); show(lambda: functools.cmp_to_key(lambda a, b: b - a)()); show(lambda: sorted([1, 3, 2], key=functools.cmp_to_key(lambda a, b: b - a))); show(json.JSONDecoder().raw_decode, "x", 5)
