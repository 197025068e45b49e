"""Masks of flex attention."""

import torch


def create_mask(mod_fn, B, H, Q_LEN, KV_LEN, device="cpu"):
    """The function of batch, head, query and key for all of them: bool [B, H, Q_LEN, KV_LEN]."""
    f = mod_fn
    for dims in ((None, None, None, 0), (None, None, 0, None), (None, 0, None, None), (0, None, None, None)):
        f = torch.func.vmap(f, in_dims=dims)
    return f(*(torch.arange(n, device=device) for n in (B or 1, H or 1, Q_LEN, KV_LEN))).expand(B or 1, H or 1, Q_LEN, KV_LEN)


class BlockMask:
    """A mask function with its sizes, and which blocks it leaves empty."""

    def __init__(self, mask_mod, B, H, Q_LEN, KV_LEN, BLOCK_SIZE):
        self.mask_mod, self.seq_lengths, self.BLOCK_SIZE = mask_mod, (Q_LEN, KV_LEN), BLOCK_SIZE if isinstance(BLOCK_SIZE, tuple) else (BLOCK_SIZE, BLOCK_SIZE)
        self.shape = (B or 1, H or 1, Q_LEN, KV_LEN)

    def to_dense(self):
        mask = create_mask(self.mask_mod, *self.shape)
        q, k = self.BLOCK_SIZE
        b, h, lq, lk = mask.shape
        mask = torch.nn.functional.pad(mask, (0, -lk % k, 0, -lq % q))
        return mask.view(b, h, mask.size(2) // q, q, mask.size(3) // k, k).any(5).any(3).int()

    def sparsity(self):
        dense = self.to_dense()
        return 100 * (1 - dense.sum().item() / dense.numel())

    def numel(self):
        n = 1
        for size in self.shape:
            n *= size
        return n

    def __repr__(self):
        return f"BlockMask(shape={self.shape}, sparsity={self.sparsity():.2f}%)"


def create_block_mask(mask_mod, B, H, Q_LEN, KV_LEN, device="cpu", BLOCK_SIZE=128, _compile=False):
    return BlockMask(mask_mod, B, H, Q_LEN, KV_LEN, BLOCK_SIZE)
