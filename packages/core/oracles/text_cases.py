"""Writes what Python answers for wrapText and for normalizeMultiline version 1.0.0.

The committed cases, beside the tests:

    python3 packages/core/oracles/text_cases.py

Many more, elsewhere:

    python3 packages/core/oracles/text_cases.py --count 50000 --seed 7 --out /tmp/cases
    TEXT_CASES=/tmp/cases npx vitest run packages/core/src/text

The committed cases were written by Python 3.11 (Unicode 14); other versions know other digits.
"""

import argparse
import json
import pathlib
import random
import re
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
SPACES = [" ", " ", " ", "  ", "   ", "\t", "\t\t", " \t", "\n", "\n\n", "\r", "\r\n", "\n\r", "\v", "\f", "\v\f\r"]
ODD_SPACES = [chr(c) for c in (0x1C, 0x1D, 0x1E, 0x1F, 0x85, 0xA0, 0x1680, 0x2000, 0x2003, 0x200A, 0x2028, 0x2029,
                               0x202F, 0x205F, 0x3000)]
NOT_SPACES = [chr(c) for c in (0, 0x1B, 0x7F, 0x180E, 0x200B, 0x200D, 0x2060, 0xFEFF, 0xFFFD, 0xE000, 0x10FFFF)]
WORDS = ["a", "I", "the", "word", "hyphen-ated", "--", "-", "em--dash", "e\u0301", "\u00e9", "\u5b57\u5b57", "\U0001F600",
         "\U0001F468\u200d\U0001F469", "https://example.org/a/very/long/path?with=query&more=yes", "`code`", "don't",
         "\ud800", "\udc00", "x" * 7, "y" * 119, "z" * 120, "w" * 121, "\U0001F600" * 60, "\u3000\u3000",
         "a\u00a0b", "\u00a0", "\u00a0end\u00a0", "\ufeff"]
MARKS = ["-", "*", "+", "1.", "1)", "12.", "-.", "*)", "**.", "-*1.", "\u0663.", "\uff11)", "\U0001D7D9.", "\u00b2.", "\u2460.",
         "1", ".", ")", "#", "##", "#x", "# comment", "```", ">", "a.", "1.\u00a0", "1.\u200b", "1.x"]


def pick_space(rng):
    return rng.choice(ODD_SPACES) if rng.random() < 0.08 else rng.choice(SPACES)


def pick_word(rng):
    roll = rng.random()
    if roll < 0.55:
        return rng.choice(WORDS)
    if roll < 0.75:
        return "".join(rng.choice("abcdefghij-'.,") for _ in range(rng.randint(1, 14)))
    if roll < 0.82:
        return rng.choice(MARKS)
    if roll < 0.9:
        return "".join(rng.choice(["a", "\u00e9", "\U0001F600", *NOT_SPACES, *ODD_SPACES]) for _ in range(rng.randint(1, 6)))
    return "".join(chr(rng.choice([rng.randint(0, 0x7F), rng.randint(0, 0x3100), rng.randint(0, 0x10FFFF)]))
                   for _ in range(rng.randint(1, 8)))


def prose(rng, size):
    text = "".join(pick_word(rng) + pick_space(rng) for _ in range(size))
    if rng.random() < 0.3:
        text = pick_space(rng) + text
    return text if rng.random() < 0.5 else text[:-1]


def soup(rng, size):
    return "".join(rng.choice(["a", "b", " ", " ", "\t", "\n", "\r", *SPACES, *ODD_SPACES, *NOT_SPACES, *MARKS])
                   for _ in range(size))


def document(rng):
    lines = []
    for _ in range(rng.randint(0, 9)):
        roll = rng.random()
        start = rng.choice(["", "", "", " ", "  ", "\t", "    ", rng.choice(ODD_SPACES), rng.choice(NOT_SPACES)])
        if roll < 0.2:
            lines.append(rng.choice(["", " ", "\t", "\u00a0", "\x1c", "\u200b", "\ufeff", "\u3000 "]))
        elif roll < 0.5:
            lines.append(start + rng.choice(MARKS) + rng.choice(["", " ", "  ", "\t", "\u00a0", "\u2003"]) + prose(rng, rng.randint(0, 5)))
        else:
            lines.append(start + prose(rng, rng.randint(1, 12)))
    return "".join(line + rng.choice(["\n", "\n", "\n", "\r\n", "\r", "\n\n", ""]) for line in lines)


def any_text(rng):
    roll = rng.random()
    if roll < 0.45:
        text = prose(rng, rng.randint(0, rng.choice([3, 12, 30])))
    elif roll < 0.6:
        text = soup(rng, rng.randint(0, 40))
    else:
        text = document(rng)
    # Through JSON and back, so that two halves drawn one after the other are one character here as in JavaScript.
    return json.loads(json.dumps(text))


def wrap(text, width):
    return textwrap.fill(text, width=width, break_long_words=False, break_on_hyphens=False)


def normalize(text, preserve):
    """The steps of the source document, section 5.1.2."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    lines = [line for line in lines if not line.strip().startswith("#")]
    joined = "\n".join(line for line in lines if line.strip())
    if not preserve:
        joined = "\n\n".join(
            part if re.match(r"^\s*[-*\d]+[.)]\s", part) else wrap(part, 120) for part in joined.split("\n\n"))
    return joined.rstrip("\n") + "\n"


def wrap_cases(rng, count):
    fixed = [("", 120), (" ", 120), ("\n", 1), ("a", 1), ("ab c", 1), ("  a", 1), ("a\t\tb", 4), ("\ta", 3), ("a\r\tb", 80),
             ("x" * 120 + " y", 120), ("x" * 118 + "  y", 120), ("a \u3000 b", 2), ("\u3000 \u3000 a", 1), ("a b", 10**9)]
    drawn = [(any_text(rng), rng.choice([1, 2, 3, 5, 8, 10, 20, 40, 79, 119, 120, 120, 120, 121])) for _ in range(count)]
    return [{"text": text, "width": width, "expected": wrap(text, width)} for text, width in fixed + drawn]


def normalize_cases(rng, count):
    fixed = ["", "\n", "# only\n # comments", "a\n\nb", "- item\n- item", "1. one\n2. two", "1.\ntwo", "\u0663. x\ny", "#\ufeff", "\ufeff# kept",
             "\x1c# gone", "a\x85b", "a\u2028b\n\u2029\nc", "\r\r\n\n\ra", "  indented\n  twice", "  1) x\n# y\n2) z", "*. a\nb", "-1-. x"]
    drawn = [any_text(rng) for _ in range(count)]
    return [{"text": text, "preserveFormatting": preserve, "expected": normalize(text, preserve)}
            for text in fixed + drawn for preserve in ((False, True) if text in fixed else (rng.random() < 0.25,))]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=220)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, default=HERE.parent / "src" / "text")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    options.out.mkdir(parents=True, exist_ok=True)
    for name, cases in (("wrap-text", wrap_cases(rng, options.count)),
                        ("normalize-like-the-seed", normalize_cases(rng, options.count))):
        rows = ",\n".join(json.dumps(case) for case in cases)
        (options.out / f"{name}.cases.json").write_text(f"[\n{rows}\n]\n")
        print(f"{name}: {len(cases)} cases")


main()
