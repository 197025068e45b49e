# Around the ends of a graph is its root: loops over next end there, and nodes go before it or behind it. Pooling that gives indices has a name of its own.
import torch
from torch.fx import *
g = symbolic_trace(lambda x: (x + 1).relu()).graph
r = g._root; n = r.next; seen = []
while n.op != "root": seen.append(n.name); n = n.next
print(seen, n is r, r.name if False else "", r.graph is g)
with g.inserting_before(r): g.call_function(torch.sin, (r.next,))
with g.inserting_after(r): g.call_function(torch.cos, ())
with g.inserting_after(): g.call_function(torch.tan, ())
with g.inserting_before(): g.call_function(torch.exp, ())
print(g)
for n in g.nodes:
    if n.target is torch.exp: g.erase_node(n)
print([n.name for n in g.nodes], Graph()._root.next.op, list(Graph().nodes))
last = list(g.nodes)[-1]; print(last.next is g._root, last.prev.name)
from torch.nn import functional as F

for f in (lambda x: F.max_pool2d(x, 2, return_indices=True), lambda x: F.adaptive_max_pool1d(x, 2, True), lambda x: F.fractional_max_pool2d(x, 2, 3, return_indices=True), lambda x: F.fractional_max_pool2d(x, 2, 3),
          lambda x: F.max_pool2d(x, 2)):
    print(symbolic_trace(f).graph)

g = Graph()
x = g.placeholder("x")
with g.inserting_after(x):  # each node goes right behind x
    g.call_function(torch.cos, (x,)), g.call_function(torch.tan, (x,))
    with g.inserting_before(x): g.placeholder("y")
    g.call_function(torch.exp, (x,))
print([n.name for n in g.nodes])
