# Images of bytes are resized in fixed point, as Pillow does.
import torch, torch.nn.functional as F
torch.manual_seed(0)
x = torch.randint(0,256,(1,3,20,20),dtype=torch.uint8)
for c in [x, x[..., 3:15, 2:17], x[..., ::2], x.contiguous(memory_format=torch.channels_last), x[...,1:], x[:,:1], x.expand(2,3,20,20)]:
    for mode in ["bilinear","bicubic"]:
        for aa in [False, True]:
            for size in [(8,8),(30,31),(8,30)]:
                y = F.interpolate(c, size=size, mode=mode, antialias=aa, align_corners=False)
                print(mode, aa, size, y.dtype, y.is_contiguous(), y.long().sum().item(), y.flatten()[:6].tolist())
