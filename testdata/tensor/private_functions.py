"""Functions of torch whose names begin with an underscore."""
import torch
t=torch.tensor([True,False]); f=torch.tensor([True])
for fn in (lambda: torch._check_tensor_all(t), lambda: torch._check_tensor_all(t,lambda:'no'), lambda: torch._check_tensor_all_with(ValueError,t,lambda:'bad'), lambda: torch._check_tensor_all_with(ValueError,t), lambda: torch._check_tensor_all(1), lambda: torch._check_tensor_all(torch.ones(2)), lambda: torch._check_tensor_all_with(3,t), lambda: torch._check_tensor_all_with(IndexError,f), lambda: torch._check_with(ValueError,False,lambda:'x'), lambda: torch._check_with(3,False), lambda: torch._weight_norm(torch.arange(6.).view(2,3),torch.ones(2,1)), lambda: torch._softmax(torch.ones(2),0,False), lambda: torch._unique2(torch.tensor([1,2,1]))):
    try: print(fn())
    except Exception as e: print(type(e).__name__,e)
