import torch, torch.nn.functional as F, torch.nn as nn
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e).splitlines()[0])
x=torch.ones(2,3)
for v in ((3,),(2,),(2,1),(1,3),(2,3),(1,),(),(1,2),(3,2)):
    t(lambda: F.gaussian_nll_loss(x,x,torch.ones(v)))
for tt in ([[0,-1,5]],[[0,-1]],[[0,-1,-5]],[[3,0,0]],[0,1,2],[0,1]):
    t(lambda: F.multilabel_margin_loss(torch.ones(1,3),torch.tensor(tt)))
    t(lambda: F.multilabel_margin_loss(torch.ones(3),torch.tensor(tt)))
t(lambda: F.multilabel_margin_loss(torch.ones(2,2,2),torch.tensor(tt)))
for a,b in (((2,),(2,2)),((2,3),(3,)),((2,3),(2,)),((2,3),(1,3)),((),(1,)),((),(2,)),((2,),(2,)),((2,3),())):
    t(lambda: F.prelu(torch.ones(a),torch.ones(b)).shape)
t(lambda: F.batch_norm(x,None,torch.ones(3),training=False)); t(lambda: F.batch_norm(x,torch.ones(3),None,training=False)); t(lambda: F.batch_norm(x,None,None,training=False))
for p in ((-3,0),(-2,-2),(0,-4),(-3,-3),(1,-5)):
    t(lambda: F.pad(torch.ones(1,3),p)); t(lambda: F.pad(torch.ones(1,3,3),p,mode='reflect')); t(lambda: F.pad(torch.ones(1,3,3),p,mode='replicate')); t(lambda: F.pad(torch.ones(1,3,3),p,mode='circular'))
