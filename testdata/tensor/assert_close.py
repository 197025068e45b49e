# torch.testing.assert_close: tolerances by dtype, containers, messages.
import torch
from torch.testing import assert_close
T=torch.tensor
def t(*a,**k):
    try: print("ok", assert_close(*a,**k))
    except Exception as e: print(type(e).__name__, repr(str(e)))
t(T([1.,2.,3.]),T([1.,2.5,3.]))
t(T([1.,2.,3.]),T([1.,2.5,9.]),rtol=0,atol=0)
t(T([1,2]),T([1,3]))
t(T(1.),T(2.))
t(1.0,2.0); t(1,2); t(1.0,1.0+1e-9); t(True,False); t(1,1.0); t(3,T(3))
t(T([1.]),T([1.],dtype=torch.float64)); t(T([1.]),T([1.],dtype=torch.float64),check_dtype=False)
t(T([1.,2.]),T([1.,2.,3.])); t(T([[1.]]),T([1.]))
t([T(1.),T(2.)],[T(1.),T(3.)]); t({"a":T(1.)},{"a":T(2.)}); t([T(1.)],[T(1.),T(2.)]); t({"a":T(1.)},{"b":T(1.)})
t(T(float("nan")),T(float("nan"))); t(T(float("nan")),T(float("nan")),equal_nan=True)
t(T([float("inf")]),T([float("inf")])); t(T([1.]),T([float("inf")]))
t(T([1.,2.]),T([1.,2.1]),msg="mine"); t(T([1.,2.]),T([1.,2.1]),msg=lambda m:"pre "+m[:10])
t(T([1.]),T([1.]),rtol=1); t("a","a"); t("a","b"); t(None,None); t(T([1.]),[1.]); t(T([True,False]),T([True,True]))
t(torch.ones(2,3),torch.ones(2,3)+torch.eye(2,3)*1e-3,atol=1e-4,rtol=0)
t(torch.ones(100)*2,torch.ones(100)); t(T([1+2j]),T([1+3j])); t(T([0.]),T([1e-6])); t(T([1.],dtype=torch.float16),T([1.1],dtype=torch.float16))
t(torch.nn.Parameter(T([1.])),T([1.])); t((T(1.),),[T(1.)]); t(torch.zeros(0),torch.zeros(0)); t(T([1,2]),T([2,4]),rtol=0.1,atol=2)
t(T([5,7]),T([0,7]))
t(T([1.0], requires_grad=True), T([1.5]))
t(torch.ones(2).t(), torch.ones(2), check_stride=True); t(torch.ones(2,3).t(), torch.ones(3,2), check_stride=True)
