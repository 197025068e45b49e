# Modules of torch.nn, scripted and traced: a trace taken with one batch size gives with others what the module gives.
import warnings

import torch
from torch import nn
import torch.nn.functional as F
warnings.simplefilter("ignore")
R = torch.randn
def I(n, *s): return torch.randint(0, n, s)
cases = [
 ("Linear", lambda: nn.Linear(4,3), lambda b: (R(b,4),)),
 ("Bilinear", lambda: nn.Bilinear(4,3,2), lambda b: (R(b,4),R(b,3))),
 ("Identity", lambda: nn.Identity(), lambda b: (R(b,4),)),
 ("Flatten", lambda: nn.Flatten(), lambda b: (R(b,4,3),)),
 ("Unflatten", lambda: nn.Unflatten(1,(2,2)), lambda b: (R(b,4),)),
 ("Conv1d", lambda: nn.Conv1d(3,4,3,padding=1), lambda b: (R(b,3,8),)),
 ("Conv2d", lambda: nn.Conv2d(3,4,3,padding='same'), lambda b: (R(b,3,8,8),)),
 ("Conv2dr", lambda: nn.Conv2d(3,4,3,padding=1,padding_mode='reflect'), lambda b: (R(b,3,8,8),)),
 ("Conv2dc", lambda: nn.Conv2d(3,4,3,padding=1,padding_mode='circular'), lambda b: (R(b,3,8,8),)),
 ("Conv3d", lambda: nn.Conv3d(2,3,2), lambda b: (R(b,2,4,4,4),)),
 ("ConvTranspose1d", lambda: nn.ConvTranspose1d(3,4,3,stride=2), lambda b: (R(b,3,8),)),
 ("ConvTranspose2d", lambda: nn.ConvTranspose2d(3,4,3,stride=2,output_padding=1), lambda b: (R(b,3,5,5),)),
 ("ConvTranspose3d", lambda: nn.ConvTranspose3d(2,3,2), lambda b: (R(b,2,4,4,4),)),
 ("Fold", lambda: nn.Fold((4,5),(2,2)), lambda b: (R(b,12,12),)),
 ("Unfold", lambda: nn.Unfold((2,2)), lambda b: (R(b,3,4,5),)),
 ("MaxPool1d", lambda: nn.MaxPool1d(2), lambda b: (R(b,3,8),)),
 ("MaxPool2d", lambda: nn.MaxPool2d(2), lambda b: (R(b,3,8,8),)),
 ("MaxPool2di", lambda: nn.MaxPool2d(2, return_indices=True), lambda b: (R(b,3,8,8),)),
 ("MaxPool3d", lambda: nn.MaxPool3d(2), lambda b: (R(b,3,4,4,4),)),
 ("AvgPool1d", lambda: nn.AvgPool1d(2), lambda b: (R(b,3,8),)),
 ("AvgPool2d", lambda: nn.AvgPool2d(2), lambda b: (R(b,3,8,8),)),
 ("AvgPool3d", lambda: nn.AvgPool3d(2), lambda b: (R(b,3,4,4,4),)),
 ("LPPool1d", lambda: nn.LPPool1d(2,2), lambda b: (R(b,3,8).abs(),)),
 ("LPPool2d", lambda: nn.LPPool2d(2,2), lambda b: (R(b,3,8,8).abs(),)),
 ("LPPool3d", lambda: nn.LPPool3d(2,2), lambda b: (R(b,3,4,4,4).abs(),)),
 ("AdaptiveAvgPool1d", lambda: nn.AdaptiveAvgPool1d(3), lambda b: (R(b,3,8),)),
 ("AdaptiveAvgPool3d", lambda: nn.AdaptiveAvgPool3d(2), lambda b: (R(b,3,4,4,4),)),
 ("AdaptiveMaxPool1d", lambda: nn.AdaptiveMaxPool1d(3), lambda b: (R(b,3,8),)),
 ("AdaptiveMaxPool2d", lambda: nn.AdaptiveMaxPool2d((3,2)), lambda b: (R(b,3,8,8),)),
 ("AdaptiveMaxPool3d", lambda: nn.AdaptiveMaxPool3d(2), lambda b: (R(b,3,4,4,4),)),
 ("ReflectionPad1d", lambda: nn.ReflectionPad1d(2), lambda b: (R(b,3,8),)),
 ("ReflectionPad2d", lambda: nn.ReflectionPad2d(2), lambda b: (R(b,3,8,8),)),
 ("ReflectionPad3d", lambda: nn.ReflectionPad3d(1), lambda b: (R(b,3,4,4,4),)),
 ("ReplicationPad1d", lambda: nn.ReplicationPad1d(2), lambda b: (R(b,3,8),)),
 ("ReplicationPad2d", lambda: nn.ReplicationPad2d(2), lambda b: (R(b,3,8,8),)),
 ("ReplicationPad3d", lambda: nn.ReplicationPad3d(1), lambda b: (R(b,3,4,4,4),)),
 ("ZeroPad1d", lambda: nn.ZeroPad1d(2), lambda b: (R(b,3,8),)),
 ("ZeroPad2d", lambda: nn.ZeroPad2d(2), lambda b: (R(b,3,8,8),)),
 ("ConstantPad1d", lambda: nn.ConstantPad1d(2,1.5), lambda b: (R(b,3,8),)),
 ("ConstantPad3d", lambda: nn.ConstantPad3d(1,1.5), lambda b: (R(b,3,4,4,4),)),
 ("CircularPad1d", lambda: nn.CircularPad1d(2), lambda b: (R(b,3,8),)),
 ("CircularPad2d", lambda: nn.CircularPad2d(2), lambda b: (R(b,3,8,8),)),
 ("BatchNorm1d", lambda: nn.BatchNorm1d(3), lambda b: (R(b,3,8),)),
 ("BatchNorm2d", lambda: nn.BatchNorm2d(3), lambda b: (R(b,3,8,8),)),
 ("BatchNorm3d", lambda: nn.BatchNorm3d(3), lambda b: (R(b,3,2,2,2),)),
 ("InstanceNorm1d", lambda: nn.InstanceNorm1d(3,affine=True), lambda b: (R(b,3,8),)),
 ("InstanceNorm2d", lambda: nn.InstanceNorm2d(3,track_running_stats=True), lambda b: (R(b,3,8,8),)),
 ("InstanceNorm3d", lambda: nn.InstanceNorm3d(3), lambda b: (R(b,3,2,2,2),)),
 ("LayerNorm", lambda: nn.LayerNorm([3,8]), lambda b: (R(b,3,8),)),
 ("GroupNorm", lambda: nn.GroupNorm(2,4), lambda b: (R(b,4,8),)),
 ("RMSNorm", lambda: nn.RMSNorm(8), lambda b: (R(b,3,8),)),
 ("LocalResponseNorm", lambda: nn.LocalResponseNorm(2), lambda b: (R(b,3,8,8),)),
 ("Embedding", lambda: nn.Embedding(10,4,padding_idx=1), lambda b: (I(10,b,3),)),
 ("EmbeddingBag", lambda: nn.EmbeddingBag(10,4), lambda b: (I(10,b,3),)),
 ("EmbeddingBagOff", lambda: nn.EmbeddingBag(10,4,mode='sum'), lambda b: (I(10,b*3),torch.arange(b)*2)),
 ("RNN", lambda: nn.Sequential(nn.RNN(4,5,2)), lambda b: (R(3,b,4),)),
 ("RNNbf", lambda: nn.Sequential(nn.RNN(4,5,1,batch_first=True,bidirectional=True)), lambda b: (R(b,3,4),)),
 ("LSTM", lambda: nn.Sequential(nn.LSTM(4,5,2)), lambda b: (R(3,b,4),)),
 ("LSTMproj", lambda: nn.Sequential(nn.LSTM(4,5,proj_size=3)), lambda b: (R(3,b,4),)),
 ("GRU", lambda: nn.Sequential(nn.GRU(4,5,2,bidirectional=True)), lambda b: (R(3,b,4),)),
 ("RNNCell", lambda: nn.RNNCell(4,5), lambda b: (R(b,4),)),
 ("LSTMCell", lambda: nn.LSTMCell(4,5), lambda b: (R(b,4),)),
 ("LSTMCellh", lambda: nn.LSTMCell(4,5), lambda b: (R(b,4),(R(b,5),R(b,5)))),
 ("GRUCell", lambda: nn.GRUCell(4,5), lambda b: (R(b,4),R(b,5))),
 ("MHA", lambda: nn.MultiheadAttention(8,2).eval(), lambda b: (R(3,b,8),R(4,b,8),R(4,b,8))),
 ("MHAbf", lambda: nn.MultiheadAttention(8,2,batch_first=True,kdim=6,vdim=4), lambda b: (R(b,3,8),R(b,4,6),R(b,4,4))),
 ("EncLayer", lambda: nn.TransformerEncoderLayer(8,2,16,dropout=0.0), lambda b: (R(3,b,8),)),
 ("EncLayerGelu", lambda: nn.TransformerEncoderLayer(8,2,16,dropout=0.0,activation='gelu',norm_first=True), lambda b: (R(3,b,8),)),
 ("DecLayer", lambda: nn.TransformerDecoderLayer(8,2,16,dropout=0.0), lambda b: (R(3,b,8),R(4,b,8))),
 ("Encoder", lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(8,2,16,dropout=0.0),2), lambda b: (R(3,b,8),)),
 ("Decoder", lambda: nn.TransformerDecoder(nn.TransformerDecoderLayer(8,2,16,dropout=0.0),2), lambda b: (R(3,b,8),R(4,b,8))),
 ("Transformer", lambda: nn.Transformer(8,2,1,1,16,dropout=0.0), lambda b: (R(3,b,8),R(4,b,8))),
 ("Upsample", lambda: nn.Upsample(scale_factor=2), lambda b: (R(b,3,4,4),)),
 ("UpsampleB", lambda: nn.Upsample(scale_factor=2,mode='bilinear'), lambda b: (R(b,3,4,4),)),
 ("UpsampleS", lambda: nn.Upsample(size=(5,6),mode='bilinear',align_corners=True), lambda b: (R(b,3,4,4),)),
 ("UpsampleN2", lambda: nn.UpsamplingNearest2d(scale_factor=2), lambda b: (R(b,3,4,4),)),
 ("UpsampleB2", lambda: nn.UpsamplingBilinear2d(scale_factor=2), lambda b: (R(b,3,4,4),)),
 ("PixelShuffle", lambda: nn.PixelShuffle(2), lambda b: (R(b,4,3,3),)),
 ("PixelUnshuffle", lambda: nn.PixelUnshuffle(2), lambda b: (R(b,1,4,4),)),
 ("ChannelShuffle", lambda: nn.ChannelShuffle(2), lambda b: (R(b,4,3,3),)),
 ("CosineSimilarity", lambda: nn.CosineSimilarity(), lambda b: (R(b,4),R(b,4))),
 ("PairwiseDistance", lambda: nn.PairwiseDistance(), lambda b: (R(b,4),R(b,4))),
 ("AlphaDropout", lambda: nn.AlphaDropout().eval(), lambda b: (R(b,4),)),
 ("Dropout", lambda: nn.Dropout().eval(), lambda b: (R(b,4),)),
 ("Dropout1d", lambda: nn.Dropout1d().eval(), lambda b: (R(b,4,2),)),
 ("Dropout2d", lambda: nn.Dropout2d().eval(), lambda b: (R(b,4,2,2),)),
 ("Dropout3d", lambda: nn.Dropout3d().eval(), lambda b: (R(b,4,2,2,2),)),
 ("FeatureAlphaDropout", lambda: nn.FeatureAlphaDropout().eval(), lambda b: (R(b,4,2),)),
 ("Softmax", lambda: nn.Softmax(1), lambda b: (R(b,4),)), ("Softmin", lambda: nn.Softmin(1), lambda b: (R(b,4),)),
 ("LogSoftmax", lambda: nn.LogSoftmax(1), lambda b: (R(b,4),)), ("Softmax2d", lambda: nn.Softmax2d(), lambda b: (R(b,4,2,2),)),
 ("PReLU", lambda: nn.PReLU(4), lambda b: (R(b,4),)), ("GLU", lambda: nn.GLU(), lambda b: (R(b,4),)), ("RReLU", lambda: nn.RReLU().eval(), lambda b: (R(b,4),)),
 ("Threshold", lambda: nn.Threshold(0.1,2.0), lambda b: (R(b,4),)),
 ("Sequential", lambda: nn.Sequential(nn.Linear(4,3),nn.ReLU(inplace=True),nn.Linear(3,2)), lambda b: (R(b,4),)),
 ("CTCLoss", lambda: nn.CTCLoss(), lambda b: (R(6,b,5).log_softmax(2), I(4,b,2)+1, torch.full((b,),6), torch.full((b,),2))),
 ("NLLLoss", lambda: nn.NLLLoss(), lambda b: (R(b,4),I(4,b))), ("CrossEntropyLoss", lambda: nn.CrossEntropyLoss(label_smoothing=0.1), lambda b: (R(b,4),I(4,b))),
 ("NLLLoss2d", lambda: nn.NLLLoss(), lambda b: (R(b,4,3,3),I(4,b,3,3))),
 ("MultiMarginLoss", lambda: nn.MultiMarginLoss(), lambda b: (R(b,4),I(4,b))), ("MultiLabelMarginLoss", lambda: nn.MultiLabelMarginLoss(), lambda b: (R(b,4),I(4,b,4))),
 ("CosineEmbeddingLoss", lambda: nn.CosineEmbeddingLoss(), lambda b: (R(b,4),R(b,4),I(2,b)*2-1)),
 ("TripletMarginLoss", lambda: nn.TripletMarginLoss(), lambda b: (R(b,4),R(b,4),R(b,4))),
 ("MarginRankingLoss", lambda: nn.MarginRankingLoss(), lambda b: (R(b),R(b),I(2,b)*2-1.0)),
 ("PoissonNLLLoss", lambda: nn.PoissonNLLLoss(full=True), lambda b: (R(b,4),R(b,4).abs())),
 ("HingeEmbeddingLoss", lambda: nn.HingeEmbeddingLoss(), lambda b: (R(b,4),I(2,b,4)*2-1)),
 ("BCELoss", lambda: nn.BCELoss(), lambda b: (torch.rand(b,4),torch.rand(b,4))), ("BCEWithLogitsLoss", lambda: nn.BCEWithLogitsLoss(), lambda b: (R(b,4),torch.rand(b,4))),
 ("KLDivLoss", lambda: nn.KLDivLoss(reduction='batchmean'), lambda b: (R(b,4),torch.rand(b,4))),
]
for n in ["MSELoss","L1Loss","SmoothL1Loss","HuberLoss","SoftMarginLoss"]:
    cases.append((n, (lambda n: lambda: getattr(nn,n)())(n), lambda b: (R(b,4),R(b,4).sign() if False else R(b,4))))
cases.append(("MultiLabelSoftMarginLoss", lambda: nn.MultiLabelSoftMarginLoss(), lambda b: (R(b,4),I(2,b,4).float())))
for n in "CELU ELU GELU Hardshrink Hardsigmoid Hardswish Hardtanh LeakyReLU LogSigmoid Mish ReLU ReLU6 SELU SiLU Sigmoid Softplus Softshrink Softsign Tanh Tanhshrink".split():
    cases.append((n, (lambda n: lambda: getattr(nn,n)())(n), lambda b: (R(b,4),)))
def flat(x):
    if isinstance(x, torch.Tensor): return [x]
    if isinstance(x, (list,tuple)): return [t for v in x for t in flat(v)]
    return []
def same(a,b):
    a,b=flat(a),flat(b)
    return len(a)==len(b) and all(p.shape==q.shape and torch.allclose(p.double(),q.double(),atol=1e-4,equal_nan=True) for p,q in zip(a,b))
for name, make, inp in cases:
    for kind in ("trace", "script"):
        torch.manual_seed(0)
        try:
            m = make()
            try:
                s = torch.jit.trace(m, inp(2)) if kind == "trace" else torch.jit.script(m)
            except Exception as e:
                print(name, kind, "COMPILE", type(e).__name__, str(e).strip().split("\n")[0][:150]); 
                continue
            res=[]
            for b in (2,3,5):
                a = inp(b)
                try:
                    if not same(s(*a), m(*a)): res.append("%d differs"%b)
                except Exception as e:
                    res.append("%d %s %s" % (b, type(e).__name__, str(e).strip().split("\n")[-1][:110]))
                print(name, kind, "; ".join(res) or "ok")
        except Exception as e:
            print(name, kind, "ERR", type(e).__name__, str(e)[:150])
