"""Writes vectors.json, the values the indicator tests compare with.

    pip install TA-Lib numpy && python make_vectors.py

SMA, EMA, BBANDS, RSI, MACD and STOCHRSI come from TA-Lib. Two things TA-Lib lacks:
- the second smoothing of Stochastic RSI (its fastD is our %K; our %D is talib.SMA of it);
- Ichimoku: computed here with numpy straight from the definition, highest and lowest close of a
  window (price history has closes only), the spans shifted 26 ahead.
"""

import json
import pathlib

import numpy as np
import talib

rng = np.random.default_rng(20261120)
steps = rng.normal(0.0004, 0.012, 160)
close = np.round(228.52 * np.exp(np.cumsum(steps)), 2)


def series(values):
    return [None if np.isnan(v) else float(v) for v in values]


def middle(period):
    out = np.full(len(close), np.nan)
    for i in range(period - 1, len(close)):
        window = close[i - period + 1 : i + 1]
        out[i] = (window.max() + window.min()) / 2
    return out


def ahead(values, by=26):
    return np.concatenate([np.full(by, np.nan), values])


upper, mid, lower = talib.BBANDS(close, 20, 2, 2)
macd, signal, histogram = talib.MACD(close, 12, 26, 9)
_, k = talib.STOCHRSI(close, 14, 14, 3, 0)
d = np.full(len(close), np.nan)
first = np.flatnonzero(~np.isnan(k))[0]
d[first:] = talib.SMA(k[first:], 3)
conversion, base = middle(9), middle(26)

vectors = {
    "close": close.tolist(),
    "sma20": series(talib.SMA(close, 20)),
    "ema9": series(talib.EMA(close, 9)),
    "bollinger20x2": {"upper": series(upper), "middle": series(mid), "lower": series(lower)},
    "rsi14": series(talib.RSI(close, 14)),
    "macd12x26x9": {"macd": series(macd), "signal": series(signal), "histogram": series(histogram)},
    "stochasticRsi14x14x3": {"k": series(k), "d": series(d)},
    "ichimoku9x26x52x26": {
        "conversion": series(conversion),
        "base": series(base),
        "spanA": series(ahead((conversion + base) / 2)),
        "spanB": series(ahead(middle(52))),
        "lagging": series(np.concatenate([close[26:], np.full(26, np.nan)])),
    },
}
pathlib.Path(__file__).with_name("vectors.json").write_text(json.dumps(vectors, indent=0) + "\n")
