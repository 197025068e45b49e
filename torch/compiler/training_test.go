package compiler_test

import (
	"testing"

	"github.com/magneto-go/magneto/vm/object"
)

const gptStep = `
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.set_num_threads(1)


class Block(nn.Module):
    def __init__(self, c=128, heads=4):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(c), nn.LayerNorm(c)
        self.qkv, self.proj = nn.Linear(c, 3 * c), nn.Linear(c, c)
        self.up, self.down = nn.Linear(c, 4 * c), nn.Linear(4 * c, c)
        self.heads = heads

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = (part.view(b, t, self.heads, c // self.heads).transpose(1, 2) for part in self.qkv(self.ln1(x)).split(c, dim=2))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).contiguous().view(b, t, c)
        x = x + self.proj(y)
        return x + self.down(F.gelu(self.up(self.ln2(x))))


model = torch.compile(Block())
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
x, y = torch.randn(4, 64, 128), torch.randn(4, 64, 128)


def fn():
    with torch.enable_grad():
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()


args = ()
torch.compile = lambda fn, backend: fn
`

// A step of training a block of GPT of 4 sequences of 64 tokens and 128 channels: the compiled forward and backward passes, loss and optimizer.
func BenchmarkGPTStep(b *testing.B) {
	benchmarkCalls(object.NewThread(), b, gptStep, "None")
}
