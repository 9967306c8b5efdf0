"""Writes vectors.json: recorded harms and the verdicts that both harnesses must reproduce.

A third implementation of the judge, on purpose in another language and written from the formulas of
README.md alone, so that neither harness is its own witness. Run: python3 generate.py > vectors.json
"""

import json
import math
import random
from statistics import fmean, median

LAMBDAS = [i / 10 for i in range(1, 10)]
PAIR_RATES = [0.5, 1, 2]


def scales(harms):
    """c_i of every block: from the blocks before it only, so that betting stays fair."""
    widths = []
    for i in range(len(harms)):
        if i < 3:
            widths.append(0.05)
            continue
        centre = median(harms[:i])
        spread = median(abs(d - centre) for d in harms[:i])
        widths.append(max(0.005, 1.5 * 1.4826 * spread))
    return widths


def deviations(harms, known):
    """s_i of every block: what is known, corrected by the blocks before it."""
    return [
        math.sqrt(
            (4 * known**2 + math.fsum((d - fmean(harms[:i])) ** 2 for d in harms[:i]))
            / (4 + max(0, i - 1))
        )
        for i in range(len(harms))
    ]


def wealth(harms, theta, sign, known=None):
    """E(theta) for sign +1, P(theta) for sign -1; the mean with D(theta) where a block is a pair."""
    bets = [
        max(-1.0, min(1.0, sign * (d - theta) / c)) for d, c in zip(harms, scales(harms))
    ]
    of_bets = math.fsum(math.prod(1 + r * bet for bet in bets) for r in LAMBDAS) / len(LAMBDAS)
    if known is None:
        return of_bets
    far = [min(2.0, sign * (d - theta) / s) for d, s in zip(harms, deviations(harms, known))]
    of_distances = [math.exp(math.fsum(r * h - r * r / 2 for h in far)) for r in PAIR_RATES]
    return (of_bets + math.fsum(of_distances) / len(PAIR_RATES)) / 2


def end(harms, level, sign, known=None):
    """The theta at which the wealth crosses the level, or None where it never reaches it."""
    if not harms:
        return None
    # So far away nothing that is bet grows any more.
    far = 10 * (max(harms) - min(harms) + max(scales(harms)) + (known or 0))
    rich = min(harms) - far if sign > 0 else max(harms) + far
    poor = max(harms) + far if sign > 0 else min(harms) - far
    if wealth(harms, rich, sign, known) < level:
        return None
    for _ in range(200):
        middle = rich + (poor - rich) / 2
        if wealth(harms, middle, sign, known) >= level:
            rich = middle
        else:
            poor = middle
    return rich


def culprits(evidence, level):
    names = []
    for name, own in evidence.items():
        others = sorted(e for other, e in evidence.items() if other != name)
        means = [(own + math.fsum(others[:j])) / (j + 1) for j in range(len(others) + 1)]
        if min(means) >= level:
            names.append(name)
    return sorted(names)


def judge(recorded):
    metrics, alpha, beta = recorded["metrics"], recorded["alpha"], recorded["beta"]
    longest = max(len(m["harms"]) for m in metrics.values())
    passed, verdict, blocks, guilty = set(), "inconclusive", 0, []
    evidence, reverse = {name: 1.0 for name in metrics}, {name: 1.0 for name in metrics}
    while blocks < min(longest, recorded["maxBlocks"]):
        blocks += 1
        for name, m in metrics.items():
            evidence[name] = wealth(m["harms"][:blocks], m["failAbove"], 1, m.get("pairDeviation"))
            reverse[name] = wealth(m["harms"][:blocks], m["passBelow"], -1, m.get("pairDeviation"))
            if reverse[name] >= 1 / beta:
                passed.add(name)
        if math.fsum(evidence.values()) / len(metrics) >= 1 / alpha:
            verdict, guilty = "fail", culprits(evidence, 1 / alpha)
            break
        if len(passed) == len(metrics):
            verdict = "pass"
            break
    return {
        "verdict": verdict,
        "blocks": blocks,
        "culprits": guilty,
        "metrics": {
            name: {
                "verdict": "fail" if name in guilty else "pass" if name in passed else "inconclusive",
                "failEvidence": evidence[name],
                "passEvidence": reverse[name],
                "estimate": median(m["harms"][:blocks]) if m["harms"] else None,
                "interval": [
                    end(m["harms"][:blocks], 2 / alpha, 1, m.get("pairDeviation")),
                    end(m["harms"][:blocks], 2 / alpha, -1, m.get("pairDeviation")),
                ],
            }
            for name, m in metrics.items()
        },
    }


def recorded(metrics, alpha=0.01, beta=0.05, max_blocks=40):
    return {"alpha": alpha, "beta": beta, "maxBlocks": max_blocks, "metrics": metrics}


def metric(harms, allowed=0.05, fixed=False):
    above = 0.0 if fixed else round(0.3 * math.log1p(allowed), 6)
    below = 0.0 if fixed else round(math.log1p(allowed), 6)
    return {"failAbove": above, "passBelow": below, "harms": [round(d, 6) for d in harms]}


def pairs(harms, allowed=0.05, deviation=0.03):
    return {**metric(harms, allowed), "pairDeviation": deviation}


def normal(rng, count, mean, deviation):
    return [rng.gauss(mean, deviation) for _ in range(count)]


def heavy(rng, count, mean, scale):
    """Student's t with two degrees of freedom: one block in some is wildly off."""
    return [
        mean + scale * rng.gauss(0, 1) / math.sqrt(rng.expovariate(1)) for _ in range(count)
    ]


def cases():
    rng = random.Random(20261120)
    yield "one block", recorded({"hello.throughput": metric([0.01])})
    yield "no block", recorded({"hello.throughput": metric([])})
    yield "all zero", recorded({"hello.throughput": metric([0.0] * 40)})
    yield "all equal and harmful", recorded({"hello.throughput": metric([0.3] * 40)})
    yield "all equal and better", recorded({"hello.throughput": metric([-0.3] * 40)})
    yield "exactly at the limit", recorded({"hello.throughput": metric([0.0] * 40, fixed=True)})
    yield "two values in ties", recorded({"hello.throughput": metric([0.0, 0.02] * 20)})
    yield "one outlier in many", recorded({"hello.throughput": metric([0.0] * 9 + [3.0] + [0.0] * 30)})
    yield "budget of one block", recorded({"hello.throughput": metric([0.4] * 5)}, max_blocks=1)
    yield "a metric without a block", recorded(
        {"hello.throughput": metric([-0.1] * 20), "hello.p99": metric([])}
    )
    yield "a metric that stops early", recorded(
        {"hello.throughput": metric([0.3] * 4), "hello.p99": metric([0.0] * 40, 0.2)}
    )
    for index in range(120):
        mean = rng.choice([-0.1, 0.0, 0.0, 0.01, 0.03, 0.05, 0.1, 0.35])
        harms = normal(rng, rng.randint(1, 40), mean, rng.choice([0.005, 0.02, 0.04, 0.1]))
        yield f"normal {index}", recorded({"hash.throughput": metric(harms, fixed=index % 3 == 0)})
    for index in range(80):
        harms = heavy(rng, rng.randint(5, 40), rng.choice([0.0, 0.05, 0.2]), 0.03)
        yield f"heavy tails {index}", recorded({"hash.p99": metric(harms, 0.2)})
    for index in range(80):
        metrics = {
            f"w{k:02}.throughput": metric(
                normal(rng, rng.randint(0, 25), 0.4 if rng.random() < 0.15 else 0.0, 0.03)
            )
            for k in range(rng.randint(2, 12))
        }
        metrics["w99.p99"] = metric(normal(rng, 20, 0.0, 0.1), 0.2)
        yield f"many metrics, some harmed, some with missing blocks {index}", recorded(
            metrics, rng.choice([0.01, 0.05]), rng.choice([0.05, 0.1]), rng.choice([10, 40])
        )
    yield "one pair", recorded({"hello.throughput": pairs([0.01])})
    yield "pairs, all zero", recorded({"hello.throughput": pairs([0.0] * 40)})
    yield "pairs, all equal and harmful", recorded({"hello.throughput": pairs([0.3] * 40)})
    yield "one pair far out in many", recorded({"hello.throughput": pairs([0.0, 3.0] + [0.0] * 30)})
    for index in range(60):
        count = rng.randint(2, 40)
        mean = rng.choice([0.0, 0.0, 0.03, 0.05, 0.1])
        harms = normal(rng, count, mean, rng.choice([0.01, 0.03, 0.06]))
        yield f"pairs {index}", recorded(
            {"hash.throughput": pairs(harms), "hash.p99": pairs(heavy(rng, 12, 0.0, 0.08), 0.2, 0.12)}
        )


if __name__ == "__main__":
    rows = [json.dumps({"name": name, "in": data, "out": judge(data)}) for name, data in cases()]
    print("[\n" + ",\n".join(rows) + "\n]")
