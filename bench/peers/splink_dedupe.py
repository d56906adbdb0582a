# Duplicates in one table by Splink, set up as its tutorials do: comparisons by what the columns hold, blocking on several
# rules, u from random pairs, m by two rounds of expectation and maximisation. No label is used.
# Run: python splink_dedupe.py TABLE.csv PAIRS.txt ID COLUMN=KIND… (kinds: name, date, email, text, exact)
import logging
import sys
import warnings

import pandas as pd
import splink.comparison_library as cl
from splink import DuckDBAPI, Linker, SettingsCreator, block_on

logging.disable(logging.WARNING)
warnings.filterwarnings("ignore")

COMPARISONS = {
    "name": lambda c: cl.JaroWinklerAtThresholds(c, [0.92, 0.8]).configure(term_frequency_adjustments=True),
    "date": lambda c: cl.DamerauLevenshteinAtThresholds(c, [1, 2]),
    "email": lambda c: cl.JaroWinklerAtThresholds(c, [0.95, 0.88]),
    "text": lambda c: cl.LevenshteinAtThresholds(c, [1, 3]),
    "exact": lambda c: cl.ExactMatch(c).configure(term_frequency_adjustments=True),
}

table, pairs, id_column, *specs = sys.argv[1:]
columns = dict(spec.split("=") for spec in specs)
df = pd.read_csv(table, dtype=str, skipinitialspace=True)
df = df.rename(columns=lambda c: c.strip()).rename(columns={id_column: "unique_id"})
df = df[["unique_id", *columns]]
df = df.where(df.notna() & (df != ""), None)

names = list(columns)
rules = [block_on(column) for column, kind in columns.items() if kind != "exact"]
settings = SettingsCreator(
    link_type="dedupe_only",
    comparisons=[COMPARISONS[kind](column) for column, kind in columns.items()],
    blocking_rules_to_generate_predictions=rules,
)
linker = Linker(DuckDBAPI().register(df), settings, log_level="ERROR")
linker.training.estimate_probability_two_random_records_match(
    [block_on(*names[:3])], recall=0.6
)
linker.training.estimate_u_using_random_sampling(max_pairs=1e6, seed=1)
dates = [c for c, k in columns.items() if k == "date"]
for rule in [block_on(names[0], names[1]), block_on(*(dates or names[2:3]))]:
    linker.training.estimate_parameters_using_expectation_maximisation(rule)
found = linker.inference.predict(threshold_match_probability=0.5).as_pandas_dataframe()
with open(pairs, "w") as out:
    for a, b in zip(found["unique_id_l"], found["unique_id_r"]):
        out.write(f"{a} {b}\n")
