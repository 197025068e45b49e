"""What overrides and graphs see of einsum, whose operands may be in a list or have their labels behind them."""
import torch, torch.fx
class T(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print(func.__name__, [type(a).__name__ for a in args], sorted((kwargs or {})))
        return super().__torch_function__(func, types, args, kwargs or {})
for f in (lambda a, b: torch.einsum("ij,jk->ik", (a, b)), lambda a, b: torch.einsum("ij,jk->ik", [a, b]), lambda a, b: torch.einsum("ij,jk->ik", a, b), lambda a, b: torch.einsum(a, [0, 1], b, [1, 2], [0, 2]), lambda a, b: torch.einsum(a, [0, 1], b, [1, 2]),
          lambda a, b: torch.functional.einsum("ij->i", a), lambda a, b: torch.functional.einsum("ij,jk,kl->il", a, b, a),
          lambda a, b: torch.unravel_index(a, (2, 3))):
    try: print(torch.fx.symbolic_trace(f).code.strip())
    except Exception as e: print(type(e).__name__, str(e)[:100])
    try: f(torch.ones(2, 2).as_subclass(T), torch.ones(2, 2).as_subclass(T))
    except Exception as e: print(type(e).__name__, str(e)[:100])
