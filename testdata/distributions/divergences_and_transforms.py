"""Divergences, transforms, constraints and gradients of samples."""
import torch, warnings
import torch.distributions as D
from torch.distributions import constraints, transforms as T, kl_divergence, biject_to, transform_to
from torch.distributions.kl import _KL_REGISTRY
warnings.simplefilter("ignore")
torch.set_printoptions(precision=4, linewidth=120)
torch.manual_seed(0)
t = torch.tensor
P = {}
for d in [D.Bernoulli(t([.3,.9])), D.Beta(t([.5,2.]),t([1.5,3.])), D.Binomial(10, t([.3,.8])), D.Categorical(t([.2,.3,.5])), D.Cauchy(t([0.,2.]),t([1.,2.])), D.ContinuousBernoulli(t([.2,.9])), D.Dirichlet(t([.5,2.,3.])),
  D.Exponential(t([1.,3.])), D.Gamma(t([.5,3.]),t([1.,2.])), D.Geometric(t([.3,.7])), D.Gumbel(t([0.,1.]),t([1.,2.])), D.HalfNormal(t([1.,2.])), D.Laplace(t([0.,1.]),t([1.,2.])),
  D.LowRankMultivariateNormal(torch.zeros(2), t([[1.],[0.]]), torch.ones(2)), D.MultivariateNormal(torch.ones(2), t([[2.,.5],[.5,1.]])), D.Normal(t([0.,1.]),t([1.,2.])), D.OneHotCategorical(t([.2,.3,.5])),
  D.Pareto(t([1.,2.]),t([3.,4.])), D.Poisson(t([.5,20.])), D.Uniform(t([0.,.1]),t([.5,.9])), D.Independent(D.Normal(torch.zeros(3),torch.ones(3)),1), D.LogNormal(t([0.,1.]),t([1.,.5])), D.Chi2(t([2.,5.])), D.ExponentialFamily]:
    P[type(d).__name__] = d
for a in P.values():
    for b in P.values():
        if a is b and isinstance(a, D.MultivariateNormal): continue  # 0 up to rounding
        if isinstance(a, type) or isinstance(b, type): continue
        try: r = kl_divergence(a, b)
        except Exception as e: r = f"{type(e).__name__}: {e}"
        print(type(a).__name__, type(b).__name__, r)
print(len(_KL_REGISTRY))
# entropies through Bregman divergences
for n in ("Normal", "Gamma", "Exponential"):
    print(n, D.ExponentialFamily.entropy(P[n]))
# transforms
x = torch.randn(2, 3)
for tr in [T.ExpTransform(), T.PowerTransform(t(2.)), T.SigmoidTransform(), T.SoftplusTransform(), T.TanhTransform(), T.AbsTransform(), T.AffineTransform(1., t([-2., 1., .5])), T.AffineTransform(0, 2, event_dim=1),
           T.CorrCholeskyTransform(), T.SoftmaxTransform(), T.StickBreakingTransform(), T.ComposeTransform([T.AffineTransform(0,2), T.ExpTransform()]), T.IndependentTransform(T.ExpTransform(), 1),
           T.ReshapeTransform((3,), (3,1)), T.CatTransform([T.ExpTransform(), T.TanhTransform()], dim=-1, lengths=[1,2]), T.StackTransform([T.ExpTransform(), T.TanhTransform()], dim=0),
           T.CumulativeDistributionTransform(D.Normal(0.,1.)), T.identity_transform]:
    try:
        v = x.abs() if isinstance(tr, T.PowerTransform) else x
        y = tr(v)
        print(tr, y, tr.inv(y), tr.forward_shape(v.shape), tr.inverse_shape(y.shape), tr.bijective)
        print("   ", tr.domain, tr.codomain)
        print("   ", tr.log_abs_det_jacobian(v, y))
        print("   ", tr.sign, tr.inv, tr.inv.inv is tr, tr.with_cache(1)(v).shape)
    except Exception as e: print("   ", type(e).__name__, e)
for c in [constraints.real, constraints.positive, constraints.greater_than(2.), constraints.less_than(1.), constraints.interval(-1., 2.), constraints.unit_interval, constraints.simplex, constraints.lower_cholesky, constraints.corr_cholesky,
          constraints.positive_definite, constraints.real_vector, constraints.boolean, constraints.nonnegative, constraints.half_open_interval(0.,1.), constraints.integer_interval(0,3), constraints.one_hot, constraints.multinomial(3)]:
    for reg in (biject_to, transform_to):
        try: print(c, reg(c), c.check(reg(c)(torch.zeros(3,3))))
        except Exception as e: print(c, type(e).__name__, e)
# gradients through samples
loc = torch.zeros(3, requires_grad=True); scale = torch.ones(3, requires_grad=True)
D.Normal(loc, scale).rsample((4,)).pow(2).sum().backward(); print(loc.grad, scale.grad)
D.Laplace(loc, scale).rsample().sum().backward(); print(scale.grad)
p = torch.tensor([.2,.5], requires_grad=True); D.Bernoulli(p).log_prob(t([1.,0.])).sum().backward(); print(p.grad)
lg = torch.zeros(4, requires_grad=True); c = D.Categorical(logits=lg); (c.log_prob(t(2)) + c.entropy()).backward(); print(lg.grad)
for f in (lambda: D.Normal(t([0.,1.]), t([1.,-1.])), lambda: D.Categorical(t([-.1,1.1])), lambda: D.Uniform(t([1.]), t([0.])), lambda: D.Categorical(t(1.)), lambda: D.Bernoulli(), lambda: D.Bernoulli(t(1.5)),
          lambda: D.Normal(0,1).log_prob(2.), lambda: D.Normal(t([0.,1.]),1.).log_prob(torch.zeros(3)), lambda: D.Geometric(t([0., .5])), lambda: D.Dirichlet(t(1.)), lambda: D.MultivariateNormal(torch.zeros(2)), lambda: D.Independent(D.Normal(0.,1.),1),
          lambda: D.Poisson(t(-1.)), lambda: D.TransformedDistribution(D.Normal(0.,1.), [1]), lambda: D.LKJCholesky(1), lambda: D.Normal(t([0.]), "a"), lambda: D.Beta(t([-1.]),t([1.])), lambda: D.Normal(0.,1.,validate_args=False).log_prob(t(float('nan')))):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
