# What lists and dicts hold is theirs together with what they were made of, put into, or copied from: changes of it stay in the graph.
import warnings
import torch
from typing import *
from torch import Tensor

warnings.simplefilter("ignore")


def case_01(x: Tensor):
    a = x + 1
    l = [a] + [x * 2]
    l[0].add_(10)
    return a


def case_02(x: Tensor):
    a = x + 1
    l = [a, x * 2][:1]
    l[0].add_(10)
    return a


def case_03(x: Tensor):
    a = x + 1
    l = [x]
    l[0] = a
    l[0].add_(10)
    return a


def case_04(x: Tensor):
    a = x + 1
    l = [x]
    l.insert(0, a)
    l[0].add_(10)
    return a


def case_05(x: Tensor):
    a = x + 1
    l = [x]
    l.extend([a])
    l[1].add_(10)
    return a


def case_06(x: Tensor):
    a = x + 1
    d = {"a": a}
    e = {"b": x * 2}
    e.update(d)
    e["a"].add_(10)
    return a


def case_07(x: Tensor):
    a = x + 1
    d = {"a": a}
    d.copy()["a"].add_(10)
    return a


def case_08(x: Tensor):
    a = x + 1
    l = [a]
    l.copy()[0].add_(10)
    return a


def case_09(x: Tensor):
    a = x + 1
    l = list([a])
    l[0].add_(10)
    return a


def case_10(x: Tensor):
    a = x + 1
    d = {"a": a}
    for k, v in d.items(): v.add_(10)
    return a


def case_11(x: Tensor):
    a = x + 1
    d = {"a": a}
    for v in d.values(): v.add_(10)
    return a


def case_12(x: Tensor):
    d = {"a": [1]}
    for k, v in d.items(): v.append(10)
    return len(d["a"])


def case_13(x: Tensor):
    d = {"a": [1]}
    d["a"].append(2)
    return len(d["a"])


def case_14(x: Tensor):
    d: Dict[str, List[int]] = {}
    d.setdefault("a", [1]).append(2)
    return d["a"][1]


def case_15(x: Tensor):
    d = {"a": [1]}
    v = d.get("a")
    if v is not None: v.append(2)
    return d["a"]


def case_16(x: Tensor):
    d = {"a": [1]}
    w = d["a"]
    v = d.pop("a")
    v.append(2)
    return w


def case_17(x: Tensor):
    l = [[1], [2]]
    m = l[1:]
    m[0].append(3)
    return l[1]


def case_18(x: Tensor):
    l = [[1], [2]] * 1
    a = l[0]
    a.append(3)
    return l[0]


def case_19(x: Tensor):
    a = [1]
    t = (a, x)
    u = (t, 3)
    u[0][0].append(2)
    return a


def case_20(x: Tensor):
    a = x + 1
    l = [a]
    l.reverse()
    b = l.pop()
    b.add_(10)
    return a


def case_21(x: Tensor):
    l = [x + 1, x + 2]
    a, b = l
    a.add_(10)
    return l[0]


def case_22(x: Tensor):
    l = [(x + 1, [1])]
    l[0][1].append(3)
    l[0][0].add_(10)
    return l[0][0], l[0][1]


def case_23(x: Tensor):
    a = x + 1
    parts = a.unbind(0)
    parts[0].add_(10)
    return a


def case_24(x: Tensor):
    a = x + 1
    parts = torch.split(a, 1)
    q = parts[1:]
    q[0].add_(10)
    return a


def case_25(x: Tensor):
    a = x + 1
    l = [a]
    for i, t in enumerate(l): t.add_(10)
    for t, u in zip(l, l): t.mul_(2)
    return a


def case_26(x: Tensor):
    d = {1: {2: [3]}}
    d[1][2].append(4)
    e = d[1]
    e[5] = [6]
    return d[1]


def case_27(x: Tensor):
    a = x + 1
    o: Optional[List[Tensor]] = [a]
    if o is not None: o[0].add_(10)
    return a


def case_28(x: Tensor):
    l = [[x + 1]]
    m = [k for k in l]
    m[0][0].add_(10)
    return l[0][0]


def case_29(x: Tensor):
    l = [[1]]
    m = {k[0]: k for k in l}
    m[1].append(2)
    return l[0]


def case_30(x: Tensor):
    l = [[2, 1]]
    l[0].sort()
    return l[0]


def case_31(x: Tensor):
    l = [3, 1]
    m = sorted(l)
    l.sort(reverse=True)
    m.append(1)
    return l, m


def case_32(x: Tensor):
    d = dict([("a", [1])])
    d["a"].append(2)
    return d["a"]


def case_33(x: Tensor):
    d = {"a": x + 1}
    a = list(d.values())
    a[0].add_(10)
    return d["a"]


def case_34(x: Tensor):
    d = {"a": [1]}
    k = list(d.items())
    k[0][1].append(2)
    return d["a"]


def case_35(x: Tensor):
    l = [[1], [2]]
    del l[0]
    l[0].append(3)
    l[-1] += [4]
    return l


def case_36(x: Tensor):
    d = {"a": [1]}
    d["b"] = d["a"]
    d["b"].append(2)
    return d["a"]


def case_37(x: Tensor):
    l = [[1]]
    l[0] = l[0] + [2]
    b = l[0]
    b.append(3)
    return l


for n, f in sorted(globals().items()):
    if n.startswith("case_"):
        print(n, torch.jit.script(f)(torch.zeros(2)))
