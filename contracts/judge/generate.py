"""Writes vectors.json: recorded harms and the verdicts that both harnesses must reproduce.

A third implementation of the judge, on purpose in another language and written from the formulas of
README.md alone, so that neither harness is its own witness. Run: python3 generate.py > vectors.json
"""

import json
import math
import random
from statistics import median

LAMBDAS = [i / 10 for i in range(1, 10)]


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


def wealth(harms, theta, sign):
    """E(theta) for sign +1, P(theta) for sign -1."""
    bets = [
        max(-1.0, min(1.0, sign * (d - theta) / c)) for d, c in zip(harms, scales(harms))
    ]
    return math.fsum(math.prod(1 + rate * bet for bet in bets) for rate in LAMBDAS) / len(LAMBDAS)


def end(harms, level, sign):
    """The theta at which the wealth crosses the level, or None where it never reaches it."""
    if not harms:
        return None
    widest = max(scales(harms))
    rich = min(harms) - widest if sign > 0 else max(harms) + widest
    poor = max(harms) + widest if sign > 0 else min(harms) - widest
    if wealth(harms, rich, sign) < level:
        return None
    for _ in range(200):
        middle = rich + (poor - rich) / 2
        if wealth(harms, middle, sign) >= level:
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
            evidence[name] = wealth(m["harms"][:blocks], m["failAbove"], 1)
            reverse[name] = wealth(m["harms"][:blocks], m["passBelow"], -1)
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
                    end(m["harms"][:blocks], 2 / alpha, 1),
                    end(m["harms"][:blocks], 2 / alpha, -1),
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


if __name__ == "__main__":
    rows = [json.dumps({"name": name, "in": data, "out": judge(data)}) for name, data in cases()]
    print("[\n" + ",\n".join(rows) + "\n]")
