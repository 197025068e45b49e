"""Summaries: the messages that event files hold. Each function gives the bytes of a Summary with one value."""

import math
import struct
import zlib

import numpy as np
import torch
from torch.utils.tensorboard._wire import BYTES, DOUBLE, DOUBLES, FLOAT, FLOATS, INT, message

__all__ = ["scalar", "tensor_proto", "histogram", "histogram_raw", "make_histogram", "image", "make_image", "audio", "text", "pr_curve", "pr_curve_raw", "compute_curve", "custom_scalars", "hparams"]

_DT_FLOAT, _DT_DOUBLE, _DT_INT8, _DT_INT16, _DT_INT32, _DT_INT64, _DT_UINT8, _DT_STRING, _DT_BOOL, _DT_HALF = 1, 2, 6, 5, 3, 9, 4, 7, 10, 19
_TYPES = {"float32": _DT_FLOAT, "float64": _DT_DOUBLE, "int8": _DT_INT8, "int16": _DT_INT16, "int32": _DT_INT32, "int64": _DT_INT64, "uint8": _DT_UINT8, "bool": _DT_BOOL, "float16": _DT_HALF}


def make_np(x):
    """Numbers, arrays and tensors as an array."""
    if isinstance(x, torch.Tensor):
        x = x.detach().cpu()
        return (x.float() if x.dtype == torch.bfloat16 else x).numpy()
    if isinstance(x, (list, np.ndarray)) or np.isscalar(x):
        return np.array(x) if not isinstance(x, np.ndarray) else x
    raise NotImplementedError(f"Got {type(x)}, but numpy array or torch tensor are expected.")


def _summary(tag, *fields):
    return message((1, BYTES, message((1, BYTES, tag), *fields)))


def _metadata(plugin, content=b"", data_class=None):
    return message((1, BYTES, message((1, BYTES, plugin), (2, BYTES, content or None))), (4, INT, data_class))


def _shape(sizes):
    return message(*((2, BYTES, message((1, INT, n))) for n in sizes))


def _strings(*texts):
    return message((1, INT, _DT_STRING), (2, BYTES, _shape([len(texts)])), *((8, BYTES, t) for t in texts))


def scalar(name, tensor, collections=None, new_style=False, double_precision=False):
    value = make_np(tensor).squeeze()
    if value.ndim != 0:
        raise AssertionError(f"Tensor should contain one element (0 dimensions). Was given size: {value.size} and {value.ndim} dimensions.")
    value = float(value)
    if not new_style:
        return _summary(name, (2, FLOAT, value))
    if double_precision:
        tensor = message((1, INT, _DT_DOUBLE), (6, DOUBLES, [value]))
    else:
        tensor = message((1, INT, _DT_FLOAT), (5, FLOATS, [value]))
    return _summary(name, (9, BYTES, _metadata("scalars", data_class=1)), (8, BYTES, tensor))


def tensor_proto(tag, tensor):
    """A tensor as it is: its type, sizes and bytes."""
    array = np.ascontiguousarray(make_np(tensor))
    if str(array.dtype) not in _TYPES:
        raise ValueError(f"{tag} has unsupported tensor dtype {array.dtype}")
    made = message((1, INT, _TYPES[str(array.dtype)]), (2, BYTES, _shape(array.shape)), (4, BYTES, array.tobytes()))
    return _summary(tag, (9, BYTES, _metadata("tensor")), (8, BYTES, made))


def histogram(name, values, bins, max_bins=None):
    return _summary(name, (5, BYTES, make_histogram(make_np(values).astype(float), bins, max_bins)))


def histogram_raw(name, min, max, num, sum, sum_squares, bucket_limits, bucket_counts):
    """A histogram that was counted elsewhere."""
    return _summary(name, (5, BYTES, _histogram(min, max, num, sum, sum_squares, bucket_limits, bucket_counts)))


def _histogram(low, high, num, total, squares, limits, counts):
    return message((1, DOUBLE, low), (2, DOUBLE, high), (3, DOUBLE, num), (4, DOUBLE, total), (5, DOUBLE, squares), (6, DOUBLES, list(limits)), (7, DOUBLES, list(counts)))


def make_histogram(values, bins, max_bins=None):
    """Counts of values in buckets; those at both ends that are empty are left out, but for one."""
    if values.size == 0:
        raise ValueError("The input has no element.")
    values = values.reshape(-1)
    counts, limits = np.histogram(values, bins=bins)
    if max_bins is not None and len(counts) > max_bins:
        step = len(counts) // max_bins
        if over := len(counts) % step:
            counts = np.pad(counts, pad_width=[[0, step - over]], mode="constant", constant_values=0)
        counts = counts.reshape(-1, step).sum(axis=-1)
        limits = np.concatenate([limits[:-1][::step], limits[-1:]])
    if counts.size == 0 or limits.size == 0:
        raise ValueError("The histogram is empty, please file a bug report.")
    filled = np.nonzero(counts)[0]
    first, last = (int(filled[0]), int(filled[-1]) + 1) if len(filled) else (0, 1)
    kept = counts[first - 1:last] if first > 0 else np.concatenate([[0], counts[:last]])
    return _histogram(float(values.min()), float(values.max()), len(values), float(values.sum()), float(values.dot(values)), limits[first:last + 1].tolist(), kept.tolist())


def image(tag, tensor, rescale=1, dataformats="NCHW"):
    pixels = convert_to_HWC(make_np(tensor), dataformats)
    scaled = pixels.astype(np.float32) * (1 if pixels.dtype == np.uint8 else 255)
    return _summary(tag, (4, BYTES, make_image(scaled.clip(0, 255).astype(np.uint8), rescale)))


def make_image(pixels, rescale=1):
    """The message of an image, as PNG, of pixels [height, width, channel]."""
    if rescale != 1:
        h, w = int(pixels.shape[0] * rescale), int(pixels.shape[1] * rescale)
        pixels = pixels[np.arange(h) * pixels.shape[0] // h][:, np.arange(w) * pixels.shape[1] // w]
    return message((1, INT, pixels.shape[0]), (2, INT, pixels.shape[1]), (3, INT, pixels.shape[2]), (4, BYTES, _png(pixels)))


def _png(pixels):
    height, width, channels = pixels.shape

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    kind = {1: 0, 2: 4, 3: 2, 4: 6}[channels]  # grey, grey and alpha, colours, colours and alpha
    rows = b"".join(b"\0" + row.tobytes() for row in np.ascontiguousarray(pixels))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def make_grid(images, ncols=8):
    """Images [n, 3, height, width] beside and under each other: [3, rows * height, columns * width]."""
    if images.ndim != 4 or images.shape[1] != 3:
        raise AssertionError("images must be [n, 3, height, width]")
    n, _, height, width = images.shape
    columns = min(n, ncols)
    rows = math.ceil(n / columns)
    canvas = np.zeros((3, height * rows, width * columns), dtype=images.dtype)
    for i in range(n):
        y, x = i // columns * height, i % columns * width
        canvas[:, y:y + height, x:x + width] = images[i]
    return canvas


def convert_to_HWC(tensor, input_format):
    """Pixels in any order of dimensions as [height, width, channel]; several images become a grid."""
    letters = input_format.upper()
    if len(set(letters)) != len(letters):
        raise AssertionError(f"You can not use the same dimension shordhand twice.         input_format: {input_format}")
    if len(tensor.shape) != len(letters):
        raise AssertionError(f"size of input tensor and input format are different.         tensor shape: {tensor.shape}, input_format: {input_format}")
    if len(letters) == 2:
        grey = tensor.transpose([letters.find(c) for c in "HW"])
        return np.stack([grey, grey, grey], 2)
    if len(letters) == 4:
        images = tensor.transpose([letters.find(c) for c in "NCHW"])
        if images.shape[1] == 1:
            images = np.concatenate([images, images, images], 1)
        return make_grid(images).transpose(1, 2, 0)
    pixels = tensor.transpose([letters.find(c) for c in "HWC"])
    return np.concatenate([pixels, pixels, pixels], 2) if pixels.shape[2] == 1 else pixels


def audio(tag, tensor, sample_rate=44100):
    """One channel of sound between -1 and 1, as 16-bit WAV."""
    sound = make_np(tensor).squeeze()
    if abs(sound).max() > 1:
        import warnings

        warnings.warn("warning: audio amplitude out of range, auto clipped.", stacklevel=2)
        sound = sound.clip(-1, 1)
    if sound.ndim != 1:
        raise AssertionError("input tensor should be 1 dimensional.")
    samples = (sound * np.iinfo(np.int16).max).astype("<i2").tobytes()
    form = struct.pack("<IHHIIHH", 16, 1, 1, sample_rate, 2 * sample_rate, 2, 16)  # PCM, one channel, two bytes a sample
    body = b"WAVEfmt " + form + b"data" + struct.pack("<I", len(samples)) + samples
    wav = b"RIFF" + struct.pack("<I", len(body)) + body
    made = message((1, FLOAT, sample_rate), (2, INT, 1), (3, INT, len(sound)), (4, BYTES, wav), (5, BYTES, "audio/wav"))
    return _summary(tag, (6, BYTES, made))


def text(tag, text):
    return _summary(tag + "/text_summary", (9, BYTES, _metadata("text")), (8, BYTES, _strings(text)))


def pr_curve(tag, labels, predictions, num_thresholds=127, weights=None):
    thresholds = min(num_thresholds, 127)  # more have no effect
    return _curve(tag, compute_curve(labels, predictions, thresholds, weights), thresholds)


def pr_curve_raw(tag, tp, fp, tn, fn, precision, recall, num_thresholds=127, weights=None):
    thresholds = min(num_thresholds, 127)
    return _curve(tag, np.stack((tp, fp, tn, fn, precision, recall)), thresholds)


def _curve(tag, data, thresholds):
    tensor = message((1, INT, _DT_FLOAT), (2, BYTES, _shape(data.shape)), (5, FLOATS, data.reshape(-1).tolist()))
    return _summary(tag, (9, BYTES, _metadata("pr_curves", message((2, INT, thresholds)))), (8, BYTES, tensor))


def compute_curve(labels, predictions, num_thresholds=None, weights=None):
    """True and false positives and negatives, precision and recall, [6, thresholds], of predictions between 0 and 1."""
    weights = 1.0 if weights is None else weights
    places = np.int32(np.floor(predictions * (num_thresholds - 1)))
    span = (0, num_thresholds - 1)
    hits, _ = np.histogram(places, bins=num_thresholds, range=span, weights=labels.astype(float) * weights)
    misses, _ = np.histogram(places, bins=num_thresholds, range=span, weights=(1.0 - labels.astype(float)) * weights)
    tp, fp = np.cumsum(hits[::-1])[::-1], np.cumsum(misses[::-1])[::-1]
    tn, fn = fp[0] - fp, tp[0] - tp
    least = 1e-7
    return np.stack((tp, fp, tn, fn, tp / np.maximum(least, tp + fp), tp / np.maximum(least, tp + fn)))


def custom_scalars(layout):
    """Charts of several scalars: {category: {chart: ["Multiline" or "Margin", tags]}}."""
    categories = []
    for title, charts in layout.items():
        made = []
        for name, (kind, tags) in charts.items():
            if kind == "Margin":
                if len(tags) != 3:
                    raise AssertionError("a margin chart has three tags: the value, its lower and its upper bound")
                content = (3, BYTES, message((1, BYTES, message(*((i, BYTES, t) for i, t in enumerate(tags, 1))))))
            else:
                content = (2, BYTES, message(*((1, BYTES, t) for t in tags)))
            made.append((2, BYTES, message((1, BYTES, name), content)))
        categories.append((2, BYTES, message((1, BYTES, title), *made)))
    return _summary("custom_scalars__config__", (9, BYTES, _metadata("custom_scalars")), (8, BYTES, _strings(message(*categories))))


def _hparam(value):
    """A value of google.protobuf, and the number of its type."""
    if isinstance(value, bool):
        return message((4, INT, value)), 2
    if isinstance(value, str):
        return message((3, BYTES, value)), 1
    if isinstance(value, (int, float)):
        return message((2, DOUBLE, float(value))), 3
    return message((2, DOUBLE, float(make_np(value).reshape(-1)[0]))), 3


def hparams(hparam_dict=None, metric_dict=None, hparam_domain_discrete=None):
    """Three summaries: of the experiment, and of the start and the end of a session with some settings."""
    if not isinstance(hparam_dict, dict) or not isinstance(metric_dict, dict):
        raise TypeError("hparam_dict and metric_dict should be dictionary.")
    domains = hparam_domain_discrete or {}
    for name, values in domains.items():
        if name not in hparam_dict or not isinstance(values, list) or not all(isinstance(v, type(hparam_dict[name])) for v in values):
            raise TypeError(f"parameter: hparam_domain_discrete[{name}] should be a list of same type as hparam_dict[{name}].")
    infos, given = [], []
    for name, value in hparam_dict.items():
        if value is None:
            continue
        if not isinstance(value, (bool, str, int, float, torch.Tensor)):
            raise ValueError("value should be one of int, float, str, bool, or torch.Tensor")
        made, kind = _hparam(value)
        domain = message(*((1, BYTES, _hparam(v)[0]) for v in domains[name])) if name in domains else None
        infos.append((4, BYTES, message((1, BYTES, name), (4, INT, kind), (5, BYTES, domain))))
        given.append((1, BYTES, message((1, BYTES, name), (2, BYTES, made))))
    metrics = [(5, BYTES, message((1, BYTES, message((2, BYTES, name))))) for name in metric_dict]
    parts = (("_hparams_/experiment", message((2, BYTES, message(*infos, *metrics)))), ("_hparams_/session_start_info", message((3, BYTES, message(*given)))),
             ("_hparams_/session_end_info", message((4, BYTES, message((1, INT, 1))))))
    return tuple(_summary(tag, (9, BYTES, _metadata("hparams", content))) for tag, content in parts)
