"""Connectionist temporal classification, transforms of frames, windows, channels."""
import torch, torch.nn.functional as F
torch.manual_seed(0)
torch.set_printoptions(precision=4, linewidth=120)
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
logits = torch.randn(6,3,5, requires_grad=True)
for red in ("none","mean","sum"):
    for zi in (False, True):
        for il, tl in (([6,5,4],[3,2,2]), ([6,2,4],[3,2,4]), ([6,6,6],[0,2,4])):
            for as_tensor in (False, True):
                logits.grad = None
                a, b = (torch.tensor(il), torch.tensor(tl)) if as_tensor else (tuple(il), tuple(tl))
                tg = torch.tensor([[1,2,1,3],[3,3,2,2],[4,4,4,1]])
                loss = F.ctc_loss(logits.log_softmax(-1), tg, a, b, reduction=red, zero_infinity=zi)
                loss.sum().backward()
                print(red, zi, il, tl, loss.detach(), logits.grad[:, :, 0].sum(0), logits.grad[1,1] )
print(F.ctc_loss(logits.log_softmax(-1), torch.tensor([1,2,1,3,3,4]), (6,5,4), (3,2,1)))
print(F.ctc_loss(logits[:,0].log_softmax(-1), torch.tensor([1,2]), (6,), (2,), reduction="none").shape)
print(torch.nn.CTCLoss(blank=4)(logits.log_softmax(-1), torch.tensor([[1,2,1],[3,3,2],[0,0,0]]), torch.tensor([6,6,6]), torch.tensor([3,3,2])), torch.nn.CTCLoss())
lp = logits.detach().log_softmax(-1)
t(lambda: F.ctc_loss(lp, torch.ones(3,2).long(), torch.tensor([7,5,5]), torch.tensor([2,2,2])))
t(lambda: F.ctc_loss(lp, torch.ones(3,2).long(), torch.tensor([5]), torch.tensor([2,2,2])))
t(lambda: F.ctc_loss(lp, torch.ones(3,2).long(), (5,5,5), (2,2,2), blank=5))
x = torch.randn(2,20)
for kw in (dict(return_complex=True), dict(hop_length=3, window=torch.hann_window(8), return_complex=True), dict(return_complex=False, normalized=True), dict(center=False, return_complex=True, onesided=False), dict(win_length=6, pad_mode="constant", return_complex=True)):
    s = torch.stft(x, 8, **kw); print(s.shape, s.stride(), s.dtype, s.abs().sum(), s.flatten()[:4])
s = torch.stft(x, 8, 2, window=torch.hann_window(8), return_complex=True)
print(torch.allclose(torch.istft(s, 8, 2, window=torch.hann_window(8), length=20), x, atol=1e-5), torch.istft(s, 8, 2).shape, x.stft(8, return_complex=True).shape)
for f in (lambda: torch.stft(x, 8), lambda: torch.stft(x, 30, return_complex=True).shape, lambda: torch.stft(x, 8, center=False, win_length=9, return_complex=True), 
          lambda: torch.istft(s.real, 8), lambda: torch.istft(s, 10), lambda: torch.istft(s, 8, 9), lambda: torch.istft(s, 8, 2, window=torch.zeros(8))): t(f)
t(lambda: torch.channel_shuffle(torch.arange(6.).view(1,6,1,1), 2).flatten()); t(lambda: torch.channel_shuffle(torch.arange(6.).view(1,6), 2)); t(lambda: torch.channel_shuffle(torch.arange(6.).view(1,6,1), 4))
print(torch.nn.ChannelShuffle(3)(torch.arange(12.).view(1,6,2)).flatten())
t(lambda: torch.kaiser_window(5)); t(lambda: torch.kaiser_window(5, False, beta=8.)); t(lambda: torch.kaiser_window(1)); t(lambda: torch.kaiser_window(0))
y = torch.randn(12, dtype=torch.float64, requires_grad=True)
print(torch.autograd.gradcheck(lambda y: torch.stft(y, 4, return_complex=True).abs(), (y,)))
