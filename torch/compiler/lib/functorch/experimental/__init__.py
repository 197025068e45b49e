"""Functions that take functions, and what functorch tried out."""

from torch.func import functionalize
from torch._functorch.apis import chunk_vmap
from torch._functorch.batch_norm_replacement import replace_all_batch_norm_modules_
from functorch.experimental import control_flow
