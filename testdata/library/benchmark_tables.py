"""Measurements by a clock that tells what it is told, and the tables that compare them."""
import torch, math
import torch.utils.benchmark as benchmark
from torch.utils.benchmark import Timer, Measurement, Compare
class Clock:
    def __init__(self, steps): self.t=0.; self.steps=steps; self.i=0
    def __call__(self):
        self.t+=self.steps[self.i%len(self.steps)]; self.i+=1
        return self.t
t=Timer("x + 1", globals={"x":torch.ones(2)}, timer=Clock([0.001,0.0015]), label="add", sub_label="small", description="d1", num_threads=1)
m=t.timeit(10)
print("\n".join(repr(m).splitlines()[1:])); print(m.mean, m.median, m.iqr, m.times, m.raw_times, m.number_per_run, m.num_threads, m.title, m.as_row_name, m.env, m.significant_figures, m.has_warnings, m.meets_confidence())
for steps in ([1e-7]*2,[0.5]*2,[12.]*2,[1e-4,2e-4,1e-4,9e-4,3e-4]):
    t=Timer("y=x.sum()", setup="x=[1]\nclass A: pass\nimport torch\nx=torch.ones(3)", timer=Clock(steps))
    m=t.timeit(1); print("\n".join(repr(m).splitlines()[1:]))
res=[]
for sub in ("1x1","64x64","128x128"):
    for nt in (1,4):
        for i,d in enumerate(("mul/sum","bmm")):
            res.append(Timer("x", globals={"x":1}, timer=Clock([0, 1e-6*(1+i)*len(sub)*len(sub)/nt]), label="Batched dot", sub_label=sub, description=d, num_threads=nt).timeit(2))
c=Compare(res); c.print(); c.trim_significant_figures(); print(str(c)); c.highlight_warnings(); c.print()
c=Compare(res[:4]); c.colorize(); print(repr(str(c)))
c=Compare(res); c.colorize(rowwise=True); print(repr(str(c))[:400])
a=Measurement(1,[1.,2,3],res[0].task_spec); b=Measurement(1,[5.,6],res[0].task_spec)
print([len(q.times) for q in Measurement.merge([a,b])], a.iqr, a.median, a.mean, "\n".join(repr(Measurement(10,[1e-3*i for i in range(1,40)],res[0].task_spec)).splitlines()[1:]))
m=Measurement(10,[1e-3,5e-3,2e-2,3e-3,1e-3,2e-3],res[0].task_spec); print("\n".join(repr(m).splitlines()[1:]), m.has_warnings)
print(benchmark.select_unit(3e-5), benchmark.unit_to_english("us"))
try: Timer("x +")
except BaseException as e: print(type(e).__name__,e)
try: Timer("undefined_name").timeit(1)
except BaseException as e: print(type(e).__name__,e)
