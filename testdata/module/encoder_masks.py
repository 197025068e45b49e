# Encoders and decoders of transformers: hints of causal masks, masks of truth values beside numbers, and padding where nothing is learnt.
import warnings

import torch
import torch.nn as nn


def encoder(**options):
    torch.manual_seed(0)
    return nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, dropout=0.0, **options), 2)


def first(y):
    return [round(float(v), 3) for v in y.detach()[0, 0, :4]]


x = torch.linspace(-1, 1, 64).view(2, 4, 8).sin()
late = torch.tensor([[0, 0, 1, 1], [0, 0, 0, 1]]).bool()
early = torch.tensor([[1, 0, 0, 0], [0, 0, 0, 1]]).bool()
causal = nn.Transformer.generate_square_subsequent_mask(4)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    for norm_first in (False, True):
        model = encoder(norm_first=norm_first)
        for training in (True, False):
            model.train(training)
            with torch.set_grad_enabled(training):
                for padding in (late, early, torch.zeros(2, 4).masked_fill(late, float("-inf"))):
                    y = model(x, src_key_padding_mask=padding)
                    print(norm_first, training, first(y), (y == 0).all(-1).tolist())
                print(first(model(x, mask=causal)), first(model(x, mask=causal, is_causal=True)), first(model(x, mask=torch.zeros(4, 4), is_causal=True)))

    torch.manual_seed(0)
    attention = nn.MultiheadAttention(8, 2, batch_first=True)
    for hint in (False, True):
        for weights in (False, True):
            print(hint, weights, first(attention(x, x, x, attn_mask=torch.zeros(4, 4), need_weights=weights, is_causal=hint)[0]))

    decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(8, 2, 16, batch_first=True, dropout=0.0), 2).eval()
    print(first(decoder(x, x.cos())), first(decoder(x, x.cos(), tgt_mask=causal)), first(decoder(x, x.cos(), tgt_mask=torch.zeros(4, 4), tgt_is_causal=True)))
    for options in (dict(mask=torch.zeros(4, 4).int()), dict(src_key_padding_mask=torch.zeros(2, 4).int())):
        try:
            encoder()(x, **options)
        except AssertionError as e:
            print(e)

with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    encoder(norm_first=True), encoder(bias=False), encoder(activation=torch.sigmoid), encoder(activation="gelu")
    encoder()(x, mask=causal, src_key_padding_mask=late)
    for w in seen:
        print(w.message)
