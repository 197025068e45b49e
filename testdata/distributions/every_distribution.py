"""Every distribution: samples from a seed, densities, moments, entropies, expansion, errors."""
import torch, warnings
import torch.distributions as D
from torch.distributions import constraints, transforms as T, kl_divergence
torch.set_printoptions(precision=4, linewidth=120)
torch.manual_seed(0)
t = torch.tensor
def mk():
    yield D.Bernoulli(t([.3,.9])); yield D.Bernoulli(logits=t([-.3,2.])); yield D.Beta(t([.5,2.]),t([1.5,3.])); yield D.Beta(2,3)
    yield D.Binomial(10, t([.3,.8])); yield D.Categorical(t([.2,.3,.5])); yield D.Categorical(logits=torch.arange(6.).view(2,3))
    yield D.Cauchy(0.,1.); yield D.Chi2(t([2.,5.])); yield D.ContinuousBernoulli(t([.2,.5,.9])); yield D.Dirichlet(t([.5,2.,3.]))
    yield D.Exponential(t([1.,3.])); yield D.FisherSnedecor(t([3.,6.]),t([5.,9.])); yield D.Gamma(t([.5,3.]),t([1.,2.]))
    yield D.GeneralizedPareto(0.,t([1.,2.]),t([.1,-.2])); yield D.Geometric(t([.3,.7])); yield D.Gumbel(t([0.,1.]),t([1.,2.]))
    yield D.HalfCauchy(t([1.,2.])); yield D.HalfNormal(t([1.,2.])); yield D.Independent(D.Normal(torch.zeros(3),torch.ones(3)),1)
    yield D.InverseGamma(t([2.5,3.]),t([1.,2.])); yield D.Kumaraswamy(t([2.,3.]),t([1.5,2.])); yield D.LKJCholesky(3,.5)
    yield D.Laplace(t([0.,1.]),t([1.,2.])); yield D.LogNormal(t([0.,1.]),t([1.,.5])); yield D.LogisticNormal(t([0.,1.]),t([1.,.5]))
    yield D.LowRankMultivariateNormal(torch.zeros(2), t([[1.],[0.]]), torch.ones(2))
    yield D.MixtureSameFamily(D.Categorical(t([.4,.6])), D.Normal(t([-1.,2.]),t([.5,1.])))
    yield D.Multinomial(5, t([.2,.3,.5])); yield D.MultivariateNormal(torch.zeros(2), t([[2.,.5],[.5,1.]])); yield D.MultivariateNormal(torch.zeros(2), precision_matrix=t([[2.,.5],[.5,1.]]))
    yield D.NegativeBinomial(t([3.,5.]), t([.3,.6])); yield D.Normal(t([0.,1.]),t([1.,2.])); yield D.Normal(0,1)
    yield D.OneHotCategorical(t([.2,.3,.5])); yield D.OneHotCategoricalStraightThrough(t([.2,.3,.5])); yield D.Pareto(t([1.,2.]),t([3.,4.]))
    yield D.Poisson(t([.5,20.])); yield D.RelaxedBernoulli(t([.5]), t([.3,.7])); yield D.RelaxedOneHotCategorical(t([.7]), t([.2,.3,.5]))
    yield D.StudentT(t([3.,5.]), 1., 2.); yield D.Uniform(t([0.,1.]),t([2.,5.])); yield D.VonMises(t([0.,1.]),t([1.,4.])); yield D.Weibull(t([1.,2.]),t([.5,3.]))
    yield D.Wishart(t(4.), t([[1.,.3],[.3,2.]])); yield D.TransformedDistribution(D.Normal(t([0.]),1.), [T.SigmoidTransform(), T.AffineTransform(1,2)])
def show(name, f):
    try: r = f()
    except Exception as e: r = f"{type(e).__name__}: {e}"
    print("  ", name, r)
for d in mk():
    print(d, d.batch_shape, d.event_shape, d.has_rsample, d.has_enumerate_support)
    show("support", lambda: d.support)
    s = d.sample((2,)); show("sample", lambda: s)
    show("log_prob", lambda: d.log_prob(s))
    for n in ("mean","variance","stddev","mode"): show(n, lambda: getattr(d,n))
    for n in ("entropy","perplexity"): show(n, lambda: getattr(d,n)())
    show("cdf", lambda: d.cdf(s)); show("icdf", lambda: d.icdf(t(.3)))
    show("enum", lambda: d.enumerate_support())
    show("rsample", lambda: d.rsample().shape)
    show("expand", lambda: (d.expand((4,)+d.batch_shape), d.expand((4,)+d.batch_shape).sample().shape))
    show("nan", lambda: d.log_prob(torch.full_like(s, float('nan')) if s.is_floating_point() else s+100))
