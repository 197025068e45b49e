"""Losses written out, which the losses of torch.nn are compared with."""

import functools

import torch


def get_reduction(m):
    return getattr(m, "reduction", None) or {True: "mean", False: "sum"}[m.sizeAverage]


def get_weight(m):
    return getattr(m, "weight", None)


def _reduced(values, reduction):
    return values if reduction == "none" else values.mean() if reduction == "mean" else values.sum()


def kldivloss_reference(input, target, reduction="mean", log_target=False):
    safe = torch.clamp(target, min=1e-8)
    values = torch.exp(target) * (target - input) if log_target else torch.where(target > 0, target * (torch.log(safe) - input), torch.zeros_like(target))
    return values.sum() / values.size(0) if reduction == "batchmean" else _reduced(values, reduction)


def nlllossNd_reference(input, target, weight=None, ignore_index=-100, reduction="mean"):
    n, size = input.size(0), input.size()[2:]
    out = torch.zeros((n, *size)).type_as(input)
    weight = torch.ones(input.size(1)).type_as(input) if weight is None else weight
    total = 0
    for at in torch.cartesian_prod(*(torch.arange(s) for s in (n, *size))).reshape(-1, 1 + len(size)).tolist():
        t = int(target[tuple(at)])
        w = 0.0 if t == ignore_index else weight[t].item()
        if w:
            out[tuple(at)] = -input[(at[0], t, *at[1:])] * w
        total += w
    return out.sum() / total if reduction == "mean" else _reduced(out, reduction)


def nllloss_reference(input, target, weight=None, ignore_index=-100, reduction="mean"):
    if input.dim() == 1:
        input, target = input.unsqueeze(0), target.unsqueeze(0)
        out = nllloss_reference(input, target, weight, ignore_index, reduction)
        return out.squeeze(0) if reduction == "none" else out
    return nlllossNd_reference(input, target, weight, ignore_index, reduction)


def cross_entropy_loss_indices_target_reference(input, target, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0):
    logs = torch.log_softmax(input, 1)
    nll = nllloss_reference(logs, target, weight, ignore_index=ignore_index, reduction=reduction)
    if label_smoothing == 0.0:
        return nll
    classes = input.size(1)
    w = torch.ones(classes).type_as(input) if weight is None else weight
    shape = [1, classes] + [1] * (input.dim() - 2)
    smooth = -(logs * w.view(shape)).sum(1)
    kept = target != ignore_index
    smooth = smooth.masked_fill(~kept, 0.0)
    if reduction == "mean":
        smooth = smooth.sum() / (w[target.masked_fill(~kept, 0)] * kept).sum() if weight is not None else smooth.masked_select(kept).mean()
    elif reduction == "sum":
        smooth = smooth.sum()
    return (1 - label_smoothing) * nll + label_smoothing / classes * smooth


def cross_entropy_loss_prob_target_reference(input, target, weight=None, reduction="mean", label_smoothing=0.0):
    if label_smoothing > 0.0:
        target = target * (1 - label_smoothing) + label_smoothing / input.size(1)
    logs = torch.log_softmax(input, 1)
    w = torch.ones(input.size(1)).type_as(input) if weight is None else weight
    values = -(logs * target * w.view([1, -1] + [1] * (input.dim() - 2))).sum(1)
    return values.sum() / (values.numel()) if reduction == "mean" else _reduced(values, reduction)


def cross_entropy_loss_reference(input, target, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0):
    if input.shape == target.shape:
        return cross_entropy_loss_prob_target_reference(input, target, weight=weight, reduction=reduction, label_smoothing=label_smoothing)
    return cross_entropy_loss_indices_target_reference(input, target, weight=weight, reduction=reduction, ignore_index=ignore_index, label_smoothing=label_smoothing)


def smoothl1loss_reference(input, target, reduction="mean", beta=1.0):
    d = (input - target).abs()
    return _reduced(torch.where(d >= beta, d - 0.5 * beta, 0.5 * d ** 2 / beta if beta else d), reduction)


def huberloss_reference(input, target, reduction="mean", delta=1.0):
    d = (input - target).abs()
    return _reduced(torch.where(d >= delta, delta * (d - 0.5 * delta), 0.5 * d ** 2), reduction)


def multilabelmarginloss_reference(input, target, reduction="mean"):
    rows, targets = (input.unsqueeze(0), target.unsqueeze(0)) if input.dim() < 2 else (input, target)
    out = []
    for x, t in zip(rows, targets):
        wanted = []
        for k in t.tolist():
            if k < 0:
                break
            wanted.append(k)
        total = sum((max(0, 1 - x[k].item() + x[i].item()) for k in wanted for i in range(x.size(0)) if i not in wanted), 0.0)
        out.append(total / x.size(0))
    values = torch.tensor(out).type_as(input)
    return _reduced(values.squeeze(0) if input.dim() < 2 else values, reduction)


def hingeembeddingloss_reference(input, target, margin=1.0, reduction="mean"):
    return _reduced(torch.where(target == 1, input, (margin - input).clamp(min=0)), reduction)


def softmarginloss_reference(input, target, reduction="mean"):
    return _reduced((1 + (-input * target).exp()).log(), reduction)


def multimarginloss_reference(input, target, p=1, margin=1, weight=None, reduction="mean"):
    rows, targets = (input.unsqueeze(0), target.unsqueeze(0)) if input.dim() < 2 else (input, target)
    weight = torch.ones(rows.size(1)).type_as(input) if weight is None else weight
    out = []
    for x, t in zip(rows, targets.reshape(-1).tolist()):
        out.append(sum(weight[t].item() * max(0, margin - x[t].item() + x[i].item()) ** p for i in range(x.size(0)) if i != t) / x.size(0))
    values = torch.tensor(out).type_as(input)
    return _reduced(values.squeeze(0) if input.dim() < 2 else values, reduction)


def cosineembeddingloss_reference(input1, input2, target, margin=0, reduction="mean"):
    cosine = (input1 * input2).sum(-1) / ((input1 ** 2).sum(-1) * (input2 ** 2).sum(-1) + 1e-12).sqrt()
    return _reduced(torch.where(target == 1, 1 - cosine, (cosine - margin).clamp(min=0)), reduction)


def tripletmarginloss_reference(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, reduction="mean"):
    near, far = torch.pairwise_distance(anchor, positive, p, eps), torch.pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = torch.min(far, torch.pairwise_distance(positive, negative, p, eps))
    return _reduced(torch.clamp(margin + near - far, min=0.0), reduction)


def marginrankingloss_reference(input1, input2, target, margin=0, reduction="mean"):
    return _reduced((-target * (input1 - input2) + margin).clamp(min=0), reduction)


def ctcloss_reference(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean"):
    """The forward variables of Graves et al., "Connectionist temporal classification", 2006, in double precision."""
    input_lengths, target_lengths = torch.as_tensor(input_lengths, dtype=torch.long), torch.as_tensor(target_lengths, dtype=torch.long)
    dtype = log_probs.dtype
    logs = log_probs.double()
    losses, start = [], 0
    for n in range(logs.size(1)):
        length = int(target_lengths[n])
        labels = (targets[start:start + length] if targets.dim() == 1 else targets[n, :length]).tolist()
        start += length
        path = [blank]
        for label in labels:
            path += [label, blank]
        probs = logs[:, n].exp()
        alpha = torch.zeros(len(path), dtype=torch.double)
        alpha[:2] = probs[0][path[:2]]
        for t in range(1, int(input_lengths[n])):
            new = torch.zeros_like(alpha)
            for s, label in enumerate(path):
                total = alpha[s] + (alpha[s - 1] if s > 0 else 0)
                if s > 1 and label != blank and label != path[s - 2]:
                    total = total + alpha[s - 2]
                new[s] = total * probs[t, label]
            alpha = new
        losses.append(-alpha[-2:].sum().log()[None] if len(path) > 1 else -alpha[-1:].log())
    output = torch.cat(losses)
    if reduction == "mean":
        return (output / target_lengths.to(dtype=output.dtype).clamp(min=1)).mean().to(dtype)
    return (output.sum() if reduction == "sum" else output).to(dtype)


loss_reference_fns = {
    "KLDivLoss": kldivloss_reference, "NLLLoss": nllloss_reference, "NLLLossNd": nlllossNd_reference, "SmoothL1Loss": smoothl1loss_reference,
    "MultiLabelMarginLoss": multilabelmarginloss_reference, "HingeEmbeddingLoss": hingeembeddingloss_reference, "SoftMarginLoss": softmarginloss_reference,
    "MultiMarginLoss": multimarginloss_reference, "CosineEmbeddingLoss": cosineembeddingloss_reference, "TripletMarginLoss": tripletmarginloss_reference,
    "MarginRankingLoss": marginrankingloss_reference, "CTCLoss": ctcloss_reference, "CrossEntropyLoss": cross_entropy_loss_reference,
    "HuberLoss": huberloss_reference, "KLDivLoss_log_target": functools.partial(kldivloss_reference, log_target=True),
}
