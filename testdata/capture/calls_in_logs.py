# The log of calls shows the source of each with marks below it; conditions on sizes are logged as they are written; where values on the stack come from is told
# also behind a break.
import logging
import re

import torch


class Records(logging.Handler):
    def emit(self, record):
        text = re.sub(r"\S*/(\w+\.py)", r"\1", record.getMessage())
        if record.name.endswith("graph_breaks"):
            found = re.search(r"Stack variable source attribution:\n.*?\n\n", text, re.S)
            text = found.group() if found else "no attribution"
        elif record.name.endswith("symbolic_shapes"):
            if not text.startswith("eval"):
                return
            text = re.sub(r"(?<=sizes).*", "", text)
        print(record.levelname, record.name)
        print(text)


def listen(name):
    logger = logging.getLogger(name)
    for h in list(logger.handlers):
        logger.removeHandler(h)
    logger.addHandler(Records())
    logger.propagate = False


def compiled(fn, *args):
    torch._dynamo.reset()
    torch.compile(fn, backend="eager")(*args)


def g(x):
    if x.shape[0] > 2:
            y = (x)+1
            z = (x) ** 2
            w = x@x
            u = y[0]+z [1]
            return (torch.
                sin(y)
                   .cos() +
                       z+-w)
    return x


def f(x):
    return g(x)*2 if x is not None else -x


def several(x, zz):
    a = zz+-x
    b = (zz +
       zz+x)
    b = ((zz 
       )*x)
    b = ((zz +
       a)*x)
    c = (zz #é
       *x)
    b = zz+(
        x)
    b = zz+x[
        0]
    b = (zz,
        x)[0]*x
    é = x; ü = é*zz
    return zz-(é)


def attributed(x):
    if x is not None:
        y = x+1
        z = g(x)
        return [x@x, z, (x[0] +
           x [1]), torch.sin(x), y.add(print('a')),]


def sizes(x):
    if x.shape[0] > 2 and not x.shape[0] > 50 and x.shape[0] != 7:
        return x + x.shape[0]
    return x


x = torch.ones(3)
torch._logging.set_logs(trace_call=True)
listen("torch._dynamo.symbolic_convert")
listen("torch._dynamo.output_graph")
compiled(f, x)
compiled(several, x, x)

torch._logging.set_logs(graph_breaks=True)
try:
    compiled(attributed, x)
except TypeError as e:
    print(type(e).__name__)

torch._logging.set_logs(dynamic=logging.INFO)
listen("torch.fx.experimental.symbolic_shapes")
torch._dynamo.reset()
c = torch.compile(sizes, backend="eager", dynamic=True)
c(torch.ones(5))
c(torch.ones(60))
c(torch.ones(7))

torch._logging.set_logs(dynamo=logging.INFO)
for name in ("torch._dynamo.symbolic_convert", "torch._dynamo.output_graph"):
    logging.getLogger(name).setLevel(logging.INFO)
compiled(lambda x: x + 1, x)
