# Jacobians, Hessians and products with them: what they check, strict mode, and graphs of the results.
import torch
import warnings
warnings.simplefilter("ignore")
AF = torch.autograd.functional
def t(name, f):
    try:
        r = f()
        print(name, "=>", r)
    except Exception as e:
        print(name, "=>", type(e).__name__, str(e)[:330].replace("\n", "|"))
x = torch.ones(2); s = torch.ones(1)
names = {"vjp": AF.vjp, "jvp": AF.jvp, "jacobian": AF.jacobian, "hessian": AF.hessian, "vhp": AF.vhp, "hvp": AF.hvp}
scalar = {"hessian", "vhp", "hvp"}
for n, f in names.items():
    good = (lambda a: (a**3).sum()) if n in scalar else (lambda a: a**3)
    v = () if n in ("jacobian", "hessian") else (torch.ones(2),)
    V = lambda *a: () if n in ("jacobian", "hessian") else a
    t(n+" in", lambda: f(good, 3, *v))
    t(n+" in2", lambda: f(good, (x, 3), *v))
    t(n+" in3", lambda: f(good, [x], *v))
    t(n+" out", lambda: f(lambda a: 3, x, *v))
    t(n+" out2", lambda: f(lambda a: (a.sum(), 3), x, *v))
    t(n+" out3", lambda: f(lambda a: (a.sum(), a.sum()), x, *v))
    t(n+" out4", lambda: f(lambda a: [a.sum()], x, *v))
    t(n+" out5", lambda: f(lambda a: (a.sum(),), x, *v))
    t(n+" nonscalar", lambda: f(lambda a: a*1, x, *v))
    t(n+" 1elem", lambda: f(lambda a: a.sum().reshape(1,1), x, *v))
    if v:
        t(n+" vNone", lambda: f(good, x))
        t(n+" vNone1", lambda: f(good, s))
        t(n+" vsize", lambda: f(good, x, torch.ones(3)))
        t(n+" vtype", lambda: f(good, x, 3))
        t(n+" vlen", lambda: f(good, x, (x, x)))
        t(n+" vtuple1", lambda: f(good, x, (x,)))
        t(n+" vmany", lambda: f(lambda a, b: (a*b).sum() if n in scalar else a*b, (x, x), x))
    for strict in (True, False):
        for cg in (False, True):
            k = dict(strict=strict, create_graph=cg)
            w = f"{n} strict={strict} cg={cg} "
            t(w+"detach", lambda: f(lambda a: good(a.detach()), x, *v, **k))
            t(w+"indep", lambda: f(lambda a: good(torch.ones(2, requires_grad=True)), x, *v, **k))
            t(w+"linear", lambda: f(lambda a: a.sum() if n in scalar else a*2, x, *v, **k))
            t(w+"good", lambda: f(good, x, *v, **k))
            t(w+"two", lambda: f(lambda a, b: (a*a).sum() if n in scalar else a*a, (x, x), *((x, x),) if v and n != "vjp" else v, **k))
for kw in (dict(vectorize=True, strict=True), dict(strategy="foo"), dict(strategy="forward-mode"), dict(vectorize=True, strategy="forward-mode"), dict(vectorize=True, strategy="forward-mode", strict=True), dict(vectorize=True, create_graph=True)):
    t(f"jac {kw}", lambda: AF.jacobian(lambda a: a**2, x, **kw))
t("jac 0d", lambda: AF.jacobian(lambda a: a.sum(), x))
t("jac multi", lambda: AF.jacobian(lambda a, b: (a*b, a.sum()), (x, s), vectorize=True))
t("jac rg", lambda: AF.jacobian(lambda a: a**2, torch.ones(2, requires_grad=True), create_graph=True))
t("vjp rg", lambda: AF.vjp(lambda a: a**2, torch.ones(2, requires_grad=True), x, create_graph=True))
t("jac nograd", lambda: [torch.no_grad()(AF.jacobian)(lambda a: a**2, x)])
t("jac complex", lambda: AF.jacobian(lambda a: a**2, torch.ones(2, dtype=torch.cfloat)))
