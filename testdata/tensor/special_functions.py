"""Functions of torch.special in float64: values that tell a wrong branch or lost digits."""
import torch
torch.set_printoptions(precision=5)
x = torch.tensor([-30.5,-9.3,-8.,-3.25,-1.5,-.75,0.,1e-3,.3,.99,1.,1.7,2.5,4.1,7.9,12.,31.,55.], dtype=torch.float64)
for n in "entr erfcx i0e i1e i0 i1 ndtr log_ndtr bessel_j0 bessel_j1 bessel_y0 bessel_y1 modified_bessel_i0 modified_bessel_i1 modified_bessel_k0 modified_bessel_k1 scaled_modified_bessel_k0 scaled_modified_bessel_k1 spherical_bessel_j0 airy_ai".split():
    try: print(n, getattr(torch.special,n)(x))
    except Exception as e: print(n, type(e), e)
p = torch.tensor([-.1,0,1e-20,1e-5,.3,.5,.9,1-1e-9,1.,1.1], dtype=torch.float64)
print(torch.special.ndtri(p))
a = torch.tensor([0,.3,1,2.5,10,50,250.,1000], dtype=torch.float64)
print(torch.igamma(a[:,None], a)); print(torch.special.gammaincc(a[:,None], a))
print(torch.special.zeta(torch.tensor([1,1.2,2,3,10,60.],dtype=torch.float64)[:,None], torch.tensor([-2.5,-1,0,.1,1,3.3,20,1e3],dtype=torch.float64)))
t = torch.tensor([-1.7,-1,-.6,0,.2,.97,1,1.3], dtype=torch.float64)
for n in "chebyshev_polynomial_t chebyshev_polynomial_u chebyshev_polynomial_v chebyshev_polynomial_w hermite_polynomial_h hermite_polynomial_he laguerre_polynomial_l legendre_polynomial_p shifted_chebyshev_polynomial_t shifted_chebyshev_polynomial_u shifted_chebyshev_polynomial_v shifted_chebyshev_polynomial_w".split():
    f = getattr(torch.special,n)
    print(n, f(t, torch.tensor([-1,0,1,2,5,9,20])[:,None]))
print(torch.special.multigammaln(a[3:], 3), torch.mvlgamma(torch.tensor([3,4]), 2), torch.special.xlog1py(torch.tensor([0.,1,2]), torch.tensor([-2.,.5,3])))
print(torch.special.softmax(torch.tensor([1,2.]),0), torch.special.log_softmax(torch.tensor([1.,2]),0,dtype=torch.float64), torch.special.zeta(2, torch.tensor(1.)))
