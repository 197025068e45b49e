"""Colours in the systems RGB, YIQ, HLS and HSV; all coordinates but those of YIQ lie between 0 and 1."""

__all__ = ["rgb_to_yiq", "yiq_to_rgb", "rgb_to_hls", "hls_to_rgb", "rgb_to_hsv", "hsv_to_rgb"]


def rgb_to_yiq(r, g, b):
    y = 0.30 * r + 0.59 * g + 0.11 * b
    i = 0.74 * (r - y) - 0.27 * (b - y)
    q = 0.48 * (r - y) + 0.41 * (b - y)
    return y, i, q


def yiq_to_rgb(y, i, q):
    r = y + 0.9468822170900693 * i + 0.6235565819861433 * q
    g = y - 0.27478764629897834 * i - 0.6356910791873801 * q
    b = y - 1.1085450346420322 * i + 1.7090069284064666 * q
    return tuple(0.0 if x < 0.0 else 1.0 if x > 1.0 else x for x in (r, g, b))


def _hue(r, g, b, high, span):
    """Return the angle of a colour that is not grey, as a part of the circle."""
    rc, gc, bc = (high - r) / span, (high - g) / span, (high - b) / span
    if r == high:
        h = bc - gc
    elif g == high:
        h = 2.0 + rc - bc
    else:
        h = 4.0 + gc - rc
    return (h / 6.0) % 1.0


def rgb_to_hls(r, g, b):
    high, low = max(r, g, b), min(r, g, b)
    total, span = high + low, high - low
    l = total / 2.0
    if low == high:
        return 0.0, l, 0.0
    s = span / total if l <= 0.5 else span / (2.0 - high - low)
    return _hue(r, g, b, high, span), l, s


def hls_to_rgb(h, l, s):
    if s == 0.0:
        return l, l, l
    high = l * (1.0 + s) if l <= 0.5 else l + s - l * s
    low = 2.0 * l - high

    def channel(hue):
        hue %= 1.0
        if hue < 1.0 / 6.0:
            return low + (high - low) * hue * 6.0
        if hue < 0.5:
            return high
        if hue < 2.0 / 3.0:
            return low + (high - low) * (2.0 / 3.0 - hue) * 6.0
        return low

    return channel(h + 1.0 / 3.0), channel(h), channel(h - 1.0 / 3.0)


def rgb_to_hsv(r, g, b):
    high, low = max(r, g, b), min(r, g, b)
    if low == high:
        return 0.0, 0.0, high
    return _hue(r, g, b, high, high - low), (high - low) / high, high


def hsv_to_rgb(h, s, v):
    if s == 0.0:
        return v, v, v
    sector = int(h * 6.0)
    part = h * 6.0 - sector
    p, q, t = v * (1.0 - s), v * (1.0 - s * part), v * (1.0 - s * (1.0 - part))
    return ((v, t, p), (q, v, p), (p, v, t), (p, q, v), (t, p, v), (v, p, q))[sector % 6]
