package torch

import (
	goflag "flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	_ "github.com/magneto-go/magneto/vm"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

var countedPrograms = goflag.Int("counted.n", 150, "random programs of TestCountedPrograms")
var countedSeed = goflag.Uint64("counted.seed", 1, "seed of the first of them")

// TestCountedPrograms runs random programs with references to tensors counted and not: whatever is done with a tensor, it has its
// elements as long as there is a way to it. With the tag vmcheck the memory of dead tensors is spoilt instead of used again.
func TestCountedPrograms(t *testing.T) {
	th := object.NewThread()
	Register()
	if _, err := interp.ImportModule(th, "torch"); err != nil {
		t.Fatal(err)
	}
	defer TensorType(th).Countable(dropped)
	for i := range *countedPrograms {
		seed := *countedSeed + uint64(i)
		program := randomProgram(seed)
		TensorType(th).Countable(dropped)
		counted := runProgram(th, program)
		TensorType(th).Countable(nil)
		plain := runProgram(th, program)
		if counted != plain {
			name := fmt.Sprintf("%s/counted%d.py", os.TempDir(), seed)
			os.WriteFile(name, []byte(program), 0o644)
			t.Fatalf("program %d gives with references counted\n%.2000s\nand without\n%.2000s\n%s", seed, counted, plain, name)
		}
	}
}

// runProgram gives the text that a program leaves in the variable out, or its error.
func runProgram(th *object.Thread, text string) string {
	code, err := interp.CompileSource(th, "<random>", []byte(text), interp.ModeExec)
	if err != nil {
		return err.Error()
	}
	m := object.NewModule("__main__")
	m.Set("__builtins__", interp.MachineOf(th).Builtins.Ref())
	run := func() (err error) {
		defer interp.Recover(th, &err)
		_, err = interp.RunCode(th, code, m.Dict(), object.Null)
		return err
	}
	if err = run(); err != nil {
		return err.Error()
	}
	out, _ := m.Dict().Lookup("out")
	s, _ := object.Text(out)
	return s
}

// programPrelude are the ways that tensors are kept. All tensors are 36 × 36: more than the smallest block that is used again.
const programPrelude = `
import torch, functools, threading, copy, weakref, sys
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode
torch.manual_seed(0)
S = (36, 36)
kept, table, log = [], {}, []
net = torch.nn.Sequential(torch.nn.Linear(36, 36), torch.nn.ReLU(), torch.nn.LayerNorm(36), torch.nn.Linear(36, 36))
opt = torch.optim.SGD(net.parameters(), lr=0.01)
def train(x):
    opt.zero_grad()
    loss = torch.nn.functional.mse_loss(net(x), x * 0.5)
    loss.backward()
    opt.step()
    return loss

class Box:
    def __init__(self, t=None): self.t = t
    def keep(self, t): self.t = t; return t
    def __add__(self, other): self.t = other; return other * 0.5
    def __radd__(self, other): self.t = other; return other
    @property
    def p(self): return self.t
    @p.setter
    def p(self, t): self.t = t
    def __enter__(self): return self.t
    def __exit__(self, *a): return True

class Spy(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        r = func(*args, **(kwargs or {}))
        if isinstance(r, torch.Tensor): kept.append(r)
        kept.extend(a for a in args if isinstance(a, torch.Tensor))
        return r

class Dispatch(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        r = func(*args, **(kwargs or {}))
        if isinstance(r, torch.Tensor): kept.append(r)
        kept.extend(a for a in args if isinstance(a, torch.Tensor))
        return r

class Sub(torch.Tensor): pass

class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x * x
        ctx.save_for_backward(x, y)
        return y
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        kept.append(y)
        return g * 2 * x

def same(x): return x
def reads(x):
    kept.append(globals().get('a', x))
    return globals().get('b', x) * 2
class Reader:
    def __add__(self, x): return x + reads(x)
def first(x, y): return x
def twice(x): return x + x
def local(x):
    y = x * 0.5
    z = y
    return z
def store(x):
    y = x - 0.25
    kept.append(y)
    return y
def rebinds(x):
    x = x * 0.5
    x = x + 1
    return x
def default(x, y=None, *, z=None):
    return x if y is None else y if z is None else z
def star(*xs, **kw): return xs[-1] if not kw else kw['k']
def pair(x): return x * 2, x
def fails(x):
    y = x * 3
    raise ValueError(y)
def catches(x):
    y = x.cos()
    try:
        fails(y)
    except ValueError as e:
        log.append(e)
        return e.args[0]
def gen(x):
    y = x * 0.5
    yield y
    y = y + 1
    yield y
    yield x
def closure(x):
    y = x.sin()
    def inner(): return y
    kept.append(inner)
    return y * 2
def nonlocal_(x):
    y = x * 2
    def inner():
        nonlocal y
        y = y * 0.5
        return y
    return inner() + y
def frame(x):
    y = x + 0.5
    kept.append(sys._getframe())
    y = y * 0.5
    return y
def scope(x):
    y = x * 0.25
    d = locals()
    y = y + 1
    return d['y']
def recurse(x, n):
    if n == 0: return x
    return recurse(x * 0.9, n - 1) + 0.1
def early(x):
    for i in range(3):
        y = x * i
        if i == 1: return y
def finals(x):
    try:
        y = x * 2
        return y
    finally:
        y = x * 3
        kept.append(y)
def threaded(x):
    y = x * 0.5
    def work(t): kept.append(t * 2)
    w = threading.Thread(target=work, args=(y,))
    w.start()
    w.join() # else the order of what is kept would be chance
    return y + 1
def matches(x):
    match (x * 2, 1):
        case (y, 1): return y
def walrus(x):
    if (y := x * 2) is not None and (z := y + 1) is not y: return z
    return y

def total(v):
    if isinstance(v, torch.Tensor): return str(v.detach().to(torch.float64).sum().item()) + "/" + str(v.reshape(-1)[v.numel() // 3].item())
    if isinstance(v, (list, tuple)): return [total(x) for x in v]
    if isinstance(v, dict): return {k: total(x) for k, x in v.items()}
    if isinstance(v, Box): return total(v.t)
    if isinstance(v, ValueError): return total(v.args[0])
    if hasattr(v, 'next_functions'): return v.name()
    if hasattr(v, 'f_locals'): return total({k: x for k, x in v.f_locals.items() if k in 'xy'})
    if callable(v): return total(v())
    return str(v)
`

// randomProgram is the prelude with a random main, which is called three times; in each third program main's statements are the
// module's own.
func randomProgram(seed uint64) string {
	g := &programMaker{r: rand.New(rand.NewPCG(seed, 7))}
	if seed%3 == 0 {
		g.line(0, "out = ''")
		g.line(0, "for turn in range(3):")
		g.line(1, "try:")
		g.body(2)
		g.line(2, "out += str([total(x) for x in (*net.parameters(), a, b, c, w, w.grad, box, kept, table, log)]) + '\n'")
		g.line(1, "except Exception as e: out += type(e).__name__ + str(e)[:200] + '\n'")
		g.line(1, "out += str(total(kept)) + str(total(table))")
		g.line(1, "del kept[12:], log[4:]")
		return programPrelude + g.b.String()
	}
	g.line(0, "def main():")
	g.body(1)
	g.line(1, "return [total(x) for x in (*net.parameters(), a, b, c, w, w.grad, box, kept, table, log)]")
	g.line(0, "out = ''")
	g.line(0, "for i in range(3):")
	g.line(1, "try: out += str(main()) + '\\n'")
	g.line(1, "except Exception as e: out += type(e).__name__ + str(e)[:200] + '\\n'")
	g.line(1, "out += str(total(kept)) + str(total(table))")
	g.line(1, "del kept[12:], log[4:]")
	return programPrelude + g.b.String()
}

// body makes the variables and the random statements.
func (g *programMaker) body(depth int) {
	g.line(depth, "a, b, c = torch.randn(S), torch.randn(S), torch.randn(S)")
	g.line(depth, "w = torch.randn(S, requires_grad=True)")
	g.line(depth, "box = Box(a * 2)")
	for range 6 + g.r.IntN(14) {
		g.statement(depth, 2)
	}
}

type programMaker struct {
	r *rand.Rand
	b strings.Builder
}

func (g *programMaker) line(depth int, text string) {
	g.b.WriteString(strings.Repeat("    ", depth) + text + "\n")
}

func (g *programMaker) pick(list ...string) string { return list[g.r.IntN(len(list))] }

func (g *programMaker) name() string { return g.pick("a", "b", "c") }

// fill replaces each $ by an expression, each @ by a variable.
func (g *programMaker) fill(pattern string, depth int) string {
	var b strings.Builder
	for _, r := range pattern {
		switch r {
		case '$':
			b.WriteString(g.expression(depth - 1))
		case '@':
			b.WriteString(g.name())
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func (g *programMaker) expression(depth int) string {
	if depth <= 0 || g.r.IntN(4) == 0 {
		return g.pick("a", "b", "c", "a", "b", "c", "w", "box.t", "torch.ones(S)")
	}
	return g.fill(g.pick("($ + $)", "($ - $)", "($ * 0.5)", "(1 - $)", "torch.tanh($)", "$.sin()", "torch.add($, $, alpha=0.5)", "(-$)", "($ @ $ * 0.1)", "abs($)",
		"$.t()", "$.T", "$.view(-1).view(36, 36)", "$.detach()", "$.data", "$.clone()", "$.transpose(0, 1).contiguous()", "$.contiguous()", "$.to(torch.float32)", "$.float()",
		"$.unsqueeze(0).expand(2, 36, 36)[1]", "$[:18].repeat(2, 1)", "torch.cat([$[:18], $[18:]])", "torch.stack(($, $))[0]", "$.split(18)[1].repeat(2, 1)", "$[torch.arange(36)]",
		"$.max(dim=1)[0].unsqueeze(1).expand(36, 36)", "$.reshape(6, 216).reshape(S)", "$.real", "$[3].expand(S)", "$.softmax(-1)", "torch.where($ > 0, $, $)", "torch.atleast_2d($)",
		"$.sum(0, keepdim=True).mul(0.1).expand(S)", "torch.broadcast_tensors($, $)[0]", "$.detach().clone().add_($)", "$.detach().clone().mul_(0.5).t()", "torch.nn.functional.relu($)",
		"torch.nn.functional.linear($, $).mul(0.1)", "same($)", "first($, $)", "twice($)", "local($)", "store($)", "rebinds($)", "default($)", "default($, $)", "default($, z=$)", "star($, $)",
		"star($, k=$)", "pair($)[0]", "pair($)[1]", "catches($)", "next(gen($))", "list(gen($))[1]", "closure($)", "nonlocal_($)", "frame($)", "scope($)", "recurse($, 3)", "early($)", "finals($)",
		"threaded($)", "matches($)", "walrus($)", "box.keep($)", "($ + box)", "(box + $)", "[$, $][0]", "($, $)[1]", "{'k': $}['k']", "(lambda x: x)($)", "(lambda q: q * 2)($)",
		"functools.reduce(torch.add, [$, $])", "list(map(torch.sin, [$]))[0]", "[x * 2 for x in ($, $)][1]", "sum([$, $])", "max($, $, key=lambda x: x.sum().item())", "copy.copy($)",
		"copy.deepcopy($.detach())", "weakref.ref($)()if 0 else $", "Square.apply($)", "$.as_subclass(Sub).mul(1.5).as_subclass(torch.Tensor)", "torch.func.vmap(lambda x: x * 2)($)",
		"torch.func.grad(lambda x: (x * x).sum())($.detach())", "getattr($, 'T')", "torch.Tensor.add($, $)", "$.__add__($)", "($ if $.sum() > 0 else $)", "($ * 2 and $)", "torch.nn.Parameter($.detach())",
		"$.detach().requires_grad_().mul(2)", "$.detach().zero_()", "$.diagonal().expand(S)", "$.as_strided(S, (36, 1))", "$.flip(0)", "$.masked_fill($ > 0, 0.5)",
		"reads($)", "(Reader() + $)", "(globals().get('c', $) - $)", "[v for k, v in globals().items() if k in 'abc' and v is not None or k == 'S'][-1:] and $"), depth)
}

func (g *programMaker) statement(depth, nested int) {
	if nested > 0 && g.r.IntN(5) == 0 {
		g.line(depth, g.fill(g.pick("for i in range(3):", "if $.sum() > 0:", "with torch.no_grad():", "with Spy():", "with Dispatch():", "try:", "for x in gen($):", "with box as y:", "while $.sum() > 1e9:"), 2))
		text := g.b.String()
		for range 1 + g.r.IntN(3) {
			g.statement(depth+1, nested-1)
		}
		if strings.HasSuffix(strings.TrimRight(text, "\n"), "try:") {
			g.line(depth, g.pick("except RuntimeError as e: log.append(str(e)[:40])", "finally: log.append(0)"))
		}
		return
	}
	s := g.fill(g.pick("@ = $", "@ = $", "@ = $", "@ = $", "@, @ = $, $", "@ = @ = $", "kept.append($)", "table['k'] = $", "@ = table.get('k', $)", "@ = kept.pop() if kept and isinstance(kept[-1], torch.Tensor) else $",
		"box.t = $", "box.p = $", "@ = box.p", "box = Box($)", "@ = @.detach(); @ = @.detach().add_($.detach())", "@ = @.clone(); @ += $", "@ = @.clone(); @[3] = 0.5", "@ = @.clone(); @[:18] = $[:18]",
		"@ = @.clone(); @.view(-1)[5:40].mul_(0.5)", "@ = @.detach(); @.copy_($.detach()) if not @.requires_grad else 0", "@, *rest = [$, $]", "(@, @), @ = ($, $), $", "$", "$; $", "assert @ is not None",
		"log.append(train($.detach()).item())", "kept.append(train($).grad_fn)", "@ = net($)", "net($).sum().backward(); kept.append(net[0].weight.grad)", "(net($) * w).sum().backward()",
		"(w * $).sum().backward()", "(w * $ * w).tanh().mean().backward()", "y = (w * $).tanh(); y.sum().backward(retain_graph=True); y.sum().backward()", "kept.append(torch.autograd.grad((w * $).sum(), w)[0])",
		"g, = torch.autograd.grad(((w * w) * $).sum(), w, create_graph=True); @ = g", "y = w * $; y.register_hook(lambda g: kept.append(g)); y.sum().backward()", "y = (w * $).sin(); y.retain_grad(); y.sum().backward(); @ = y.grad",
		"w = w.detach().clone().requires_grad_()", "y = torch.exp(w * $ * 0.1); @ = y.grad_fn._saved_result; y.sum().backward()", "y = w * 2; z = y * $; z.add_(1); z.sum().backward()",
		"y = torch.sigmoid(w); y = y * y; (y * $).sum().backward(); y = None", "x = torch.empty(0); x.set_($.detach()); @ = x", "x = torch.empty(S); x.data = $.detach(); @ = x", "@.data = $.detach()",
		"x = $.detach().clone(); y = x.t(); x.mul_(2); del x; @ = y", "x = $; y = x.view(-1); x = None; @ = y.view(S)", "x = $; y = x.t(); kept.append(y._base if y._base is not None else y); x = y = None", "@ = torch.cat([x.mul(2) for x in $.chunk(2)])",
		"x = $; f = x.add; x = None; @ = f(1)", "x = $; f = x.__mul__; del x; @ = f(0.5)", "x = $; r = weakref.ref(x); x = $; y = r(); y = y is None", "x = $; m = x.sum; x = 1; log.append(m().item())",
		"x = $; f = lambda: x; x = $; @ = f()", "d = dict(k=$); @ = d.pop('k')", "s = {id(x): x for x in ($, $)}; @ = list(s.values())[0]", "x = y = $; x = x * 2; @ = y", "x = $; x, y = x * 2, x; @ = y", "i = iter([$, $]); next(i); @ = next(i)", "global glob; glob = $; @ = glob * 2",
		"log.append(f'{$.sum().item():.3f}')", "@ = $ if $.mean() > 0 else $", "x = $; x = x.add_(1) if not x.requires_grad else x; @ = x", "@ = torch.add(@.detach(), 1, out=torch.empty(S))", "x = torch.empty(S); @ = torch.mul($.detach(), 2, out=x)",
		"x = torch.empty(S); torch.mul($.detach(), 2, out=x); @ = x"), 3)
	g.line(depth, s)
}
