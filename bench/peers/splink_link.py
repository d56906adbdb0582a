# Matching records with Splink, in one table or two, with what it suggests where nothing is known about the columns: exact
# agreement and Jaro-Winkler on every column, one blocking rule for each that distinguishes records, u from random pairs, m by expectation and maximization.
# Steps that fail are left out and reported, as lines that start with "note: ".
# Run: python splink_link.py PAIRS.txt COLUMNS TABLE.jsonl [TABLE.jsonl]   (COLUMNS separated by tabs)
import json
import logging
import sys
import warnings

import pandas as pd
import splink.comparison_library as cl
from splink import DuckDBAPI, Linker, SettingsCreator, block_on

logging.disable(logging.WARNING)
warnings.filterwarnings("ignore")

pairs, columns, *tables = sys.argv[1:]
columns = columns.split("\t")
frames = []
for table in tables:
    df = pd.DataFrame([json.loads(line) for line in open(table)])
    frames.append(df[["unique_id", *columns]].astype(object).where(df.notna(), None))

# A column in which everyone has one of a few values brings together more pairs than memory holds.
values = pd.concat(frames)
blocking = [c for c in columns if (values[c].value_counts() ** 2).sum() <= 100 * len(values)] or columns[:1]

settings = SettingsCreator(
    link_type="dedupe_only" if len(frames) == 1 else "link_only",
    comparisons=[cl.JaroWinklerAtThresholds(c, [0.92, 0.8]) for c in columns],
    blocking_rules_to_generate_predictions=[block_on(c) for c in blocking],
    max_iterations=20,
)
api = DuckDBAPI()
tables = [api.register(frame) for frame in frames]
linker = Linker(tables[0] if len(tables) == 1 else tables, settings, log_level="ERROR")
def attempt(step, train):
    try:
        train()
    except Exception as error:  # a column on which nothing agrees trains nothing
        reason = " ".join(str(error).split()).split(". ")[0] or type(error).__name__
        print(f"note: {step} was left out: {reason}")


def agree(keys):
    """Whether any pair that may match agrees in all of these columns; with none, Splink's share of matches would be 0."""
    filled = [frame.dropna(subset=keys) for frame in frames]
    if len(filled) == 1:
        return bool(filled[0].duplicated(subset=keys).any())
    return len(filled[0].merge(filled[1], on=keys)) > 0


training = linker.training
strict = [columns[:2]] if agree(columns[:2]) else [[c] for c in blocking if agree([c])]
if strict:
    rules = [block_on(*keys) for keys in strict]
    attempt("the share of matches", lambda: training.estimate_probability_two_random_records_match(rules, recall=0.6))
else:
    print("note: the share of matches was left at its default: no pair agrees in a column that tells records apart")
attempt("u", lambda: training.estimate_u_using_random_sampling(max_pairs=1e6, seed=1))
for column in blocking[:3]:
    attempt(
        f"training on pairs that agree in {column}",
        lambda: training.estimate_parameters_using_expectation_maximisation(block_on(column)),
    )
found = linker.inference.predict(threshold_match_probability=0.5).as_pandas_dataframe()
with open(pairs, "w") as out:
    for a, b in zip(found["unique_id_l"], found["unique_id_r"]):
        out.write(f"{a}\t{b}\n")
