# Backward passes as graphs (torch._dynamo.compiled_autograd): what is recorded, hooks, custom functions, leaves, and how many graphs there are.
import unittest

import torch
import torch._dynamo
from torch._dynamo import compiled_autograd
from torch._dynamo.utils import counters
import torch.nn as nn
import torch.nn.functional as F
def make_compiler_fn(fullgraph=True, dynamic=True, backend="aot_eager"):
    def compiler_fn(gm):
        def inner(gm_, ex):
            counters["compiled_autograd"]["compiles"] += 1
            if backend=="eager": return gm_
            from torch._dynamo.backends.registry import lookup_backend
            return lookup_backend(backend)(gm_, ex)
        return torch.compile(gm, backend=inner, fullgraph=fullgraph, dynamic=dynamic)
    return compiler_fn
class T(unittest.TestCase):
    def setUp(self):
        torch._dynamo.reset(); counters["compiled_autograd"].clear()
    def check(self, fn, count=1, compiler_fn=None, compile_fn=False):
        for b in ([compiler_fn] if compiler_fn else [make_compiler_fn(), make_compiler_fn(backend="eager")]):
            torch._dynamo.reset(); counters["compiled_autograd"].clear()
            torch.manual_seed(123); expected=list(fn())
            torch.manual_seed(123)
            with compiled_autograd._enable(b):
                f = torch.compile(fn) if compile_fn else fn
                actual=list(f())
            self.assertEqual(len(expected),len(actual))
            for e,a in zip(expected,actual):
                if e is None: self.assertIsNone(a); continue
                torch.testing.assert_close(e,a)
            self.assertEqual((counters["compiled_autograd"]["captures"],counters["compiled_autograd"]["compiles"]), count if isinstance(count,tuple) else (count,count))
    def test_basic(self):
        def fn():
            model=nn.Sequential(nn.Linear(4,4),nn.ReLU(),nn.Linear(4,4),nn.ReLU())
            x=torch.randn(2,4); r=model(x).sum(); r.backward()
            yield model[0].weight.grad; yield model[0].bias.grad; yield model[2].weight.grad
        self.check(fn)
    def test_inputs(self):
        def fn():
            for _ in range(3):
                model=nn.Linear(4,4); x=torch.randn(2,4,requires_grad=True)
                r=model(x).sum(); g,=torch.autograd.grad(r,[x]); yield g
        self.check(fn)
    def test_cnn(self):
        def fn():
            for _ in range(3):
                m=nn.Sequential(nn.Conv2d(3,4,3),nn.BatchNorm2d(4),nn.ReLU(),nn.MaxPool2d(2),nn.Flatten(),nn.Linear(36,2))
                m(torch.randn(2,3,8,8)).sum().backward()
                for p in m.parameters(): yield p.grad
        self.check(fn)
    def test_optim(self):
        def fn():
            m=nn.Sequential(nn.Linear(4,4),nn.Tanh(),nn.LayerNorm(4)); o=torch.optim.SGD(m.parameters(),lr=0.1)
            for _ in range(4):
                o.zero_grad(); m(torch.randn(2,4)).pow(2).sum().backward(); o.step()
                yield m[0].weight.grad.clone()
            yield m[0].weight.detach()
        self.check(fn)
    def test_accum(self):
        def fn():
            m=nn.Linear(4,4)
            for _ in range(4):
                m(torch.randn(2,4)).sum().backward(); yield m.weight.grad.clone()
        self.check(fn, (2,2))
    def test_hooks(self):
        def fn():
            x=torch.ones(4,requires_grad=True); x.register_hook(lambda g: g+2)
            y=(x*3); y.register_hook(lambda g: g*5); y.sum().backward(); yield x.grad
        self.check(fn)
    def test_post_acc(self):
        def doubled(p):
            p.grad.mul_(2)
        def fn():
            x=torch.ones(4,requires_grad=True); 
            x.register_post_accumulate_grad_hook(doubled)
            (x*3).sum().backward(); yield x.grad
        self.check(fn)
    def test_node_hooks(self):
        def fn():
            x=torch.ones(4,requires_grad=True); y=(x*3); z=y.sin()
            y.grad_fn.register_hook(lambda gi,go: (gi[0]*2,)+tuple(gi[1:])); z.grad_fn.register_prehook(lambda go: (go[0]*3,))
            z.sum().backward(); yield x.grad
        self.check(fn)
    def test_function(self):
        class S(torch.autograd.Function):
            @staticmethod
            def forward(ctx,x): ctx.save_for_backward(x); ctx.scale=4; return torch.sin(x)
            @staticmethod
            def backward(ctx,g):
                x,=ctx.saved_tensors; return g*torch.cos(x)*ctx.scale
        def fn():
            for i in [10,10]:
                x=torch.arange(0.,i,requires_grad=True); S.apply(x).sum().backward(); yield x.grad
        self.check(fn)
    def test_function_none(self):
        class S(torch.autograd.Function):
            @staticmethod
            def forward(ctx,x,n): ctx.n=n; return x*n
            @staticmethod
            def backward(ctx,g): return g*ctx.n, None
        def fn():
            for i in [2,3]:
                x=torch.ones(3,requires_grad=True); S.apply(x,i).sum().backward(); yield x.grad
        self.check(fn,(1,1))
    def test_aot(self):
        def fn():
            m=nn.Sequential(nn.Linear(4,4),nn.ReLU()); c=torch.compile(m,backend="aot_eager")
            for _ in range(2):
                m.zero_grad(); c(torch.ones(2,4)).sum().backward(); yield m[0].weight.grad
        self.check(fn)
    def test_compile_fn(self):
        def fn():
            x=torch.ones(4,requires_grad=True); (x*3).sin().sum().backward(); yield x.grad
        self.check(fn)
    def test_saved_hooks(self):
        def fn():
            x=torch.full((4,),2.,requires_grad=True)
            with torch.autograd.graph.saved_tensors_hooks(lambda t: t*1, lambda t: t*2): y=(x*x).sum()
            y.backward(); yield x.grad
        self.check(fn)
    def test_inplace_view(self):
        def fn():
            x=torch.ones(4,requires_grad=True); y=x*2; y[1:3].mul_(5); y.sum().backward(); yield x.grad
        self.check(fn)
    def test_attention_etc(self):
        def fn():
            m=nn.TransformerEncoderLayer(8,2,16,dropout=0.,batch_first=True); m(torch.randn(2,3,8)).sum().backward()
            for p in m.parameters(): yield p.grad
        self.check(fn)
    def test_two_roots_same(self):
        def fn():
            x=torch.ones(3,requires_grad=True); y=x*2; z=x.exp(); torch.autograd.backward([y,z],[torch.ones(3),torch.full((3,),2.)]); yield x.grad
        self.check(fn)
    def test_leaf_root(self):
        def fn():
            x=torch.ones(3,requires_grad=True); g=torch.ones(3); x.backward(g); x.backward(g); yield x.grad; yield g
        self.check(fn,(2,2))
    def test_config(self):
        with torch._dynamo.config.patch(compiled_autograd=True):
            @torch.compile(backend="eager")
            def train(m,x):
                m(x).sum().backward()
            m=nn.Linear(3,3); train(m,torch.ones(2,3))
        print(counters["compiled_autograd"]["captures"], m.weight.grad.sum())
    def test_embedding_lstm(self):
        def fn():
            e=nn.Embedding(10,4); l=nn.LSTM(4,4); o,_=l(e(torch.tensor([[1,2],[3,1]]))); F.cross_entropy(o.reshape(-1,4),torch.tensor([0,1,2,3])).backward()
            yield e.weight.grad; yield l.weight_ih_l0.grad
        self.check(fn)
    def test_error_second(self):
        x=torch.ones(3,requires_grad=True); y=(x*x).sum()
        with compiled_autograd._enable(make_compiler_fn()):
            y.backward()
            with self.assertRaisesRegex(RuntimeError,"second time"): y.backward()
    def test_twice(self):
        x = torch.ones(3, requires_grad=True)
        with compiled_autograd._enable(lambda gm: gm):
            g, = torch.autograd.grad((x ** 3).sum(), x, create_graph=True)
            gg, = torch.autograd.grad(g.sum(), x)
            unused = torch.autograd.grad((x * 2).sum(), [x, torch.ones(2, requires_grad=True)], allow_unused=True)
        print(gg, unused)
    def test_graph(self):
        x = torch.ones(3, requires_grad=True)
        x.register_hook(lambda g: g * 2)
        def compiler(gm):
            print([n.target for n in gm.graph.nodes if n.op == "placeholder"], type(gm).__name__)
            print([n.target.__name__ for n in gm.graph.nodes if n.op == "call_function" and n.target.__name__ in ("call_hook", "call_accumulate_grad")])
            return gm
        with compiled_autograd._enable(compiler), compiled_autograd._disable():
            (x * 3).sum().backward()
        with compiled_autograd._enable(compiler):
            (x * 3).sum().backward()
            (x * 3).sum().backward()
        print(x.grad)
if __name__ == "__main__":
    result = unittest.TextTestRunner(stream=open("/dev/null", "w")).run(unittest.defaultTestLoader.loadTestsFromTestCase(T))
    print(result.testsRun, result.failures, result.errors)

