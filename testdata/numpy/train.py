# A training script as people write them: data in numpy, a DataLoader over arrays, metrics in numpy.
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset, TensorDataset

np.random.seed(0)
torch.manual_seed(0)

X = np.random.randn(64, 5).astype(np.float32)
w = np.array([1.0, -2.0, 0.5, 0.0, 3.0], dtype=np.float32)
y = X @ w + 0.1 * np.random.randn(64).astype(np.float32)
print(X.dtype, y.dtype, X[:2].round(3), y[:4].round(3))


class Rows(Dataset):
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


loader = DataLoader(Rows(X, y), batch_size=16)
xb, yb = next(iter(loader))
print(type(xb).__name__, xb.dtype, tuple(xb.shape), yb.dtype, tuple(yb.shape))

model = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 1))
opt = torch.optim.SGD(model.parameters(), lr=0.1)
history = []
for epoch in range(5):
    losses = []
    for xb, yb in loader:
        loss = nn.functional.mse_loss(model(xb).squeeze(1), yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    history.append(np.mean(losses))
print([f"{h:.3f}" for h in history], type(history[0]).__name__)

with torch.no_grad():
    pred = model(torch.from_numpy(X)).squeeze(1).numpy()
print(pred.dtype, pred.shape, f"{np.corrcoef(pred, y)[0, 1]:.3f}", f"{np.sqrt(((pred - y) ** 2).mean()):.3f}")
labels = (y > 0).astype(int)
acc = (np.where(pred > 0, 1, 0) == labels).mean()
print(f"accuracy {acc:.2f}", np.bincount(labels), np.unique(labels, return_counts=True))
grads = np.concatenate([p.grad.numpy().ravel() for p in model.parameters()])
print(grads.shape, f"{np.abs(grads).max():.4f}")
print(np.array([p.numel() for p in model.parameters()]), np.array(list(torch.arange(3))), np.stack([t.numpy() for t in torch.eye(2)]))
idx = np.random.permutation(len(X))[:3]
print(idx, torch.tensor(X[idx]).shape, torch.from_numpy(X)[idx].shape)
ds = TensorDataset(torch.from_numpy(X).float(), torch.tensor(labels, dtype=torch.long))
print(ds[np.int64(3)][1], len(ds))
print(torch.tensor(np.mean(history)).dtype, torch.tensor(history).dtype, torch.tensor(np.array(history), dtype=torch.float32).dtype)
rng = np.random.default_rng(1)
batch = torch.as_tensor(rng.integers(0, 10, size=(2, 3)))
print(batch, rng.random(2))
