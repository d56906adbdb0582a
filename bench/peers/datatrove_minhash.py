"""datatrove: its MinHash pipeline on the local executor: signatures, buckets, clusters.
Usage: FILE FOLDER BANDS ROWS WORKERS

Its own steps untouched: the words come from a tokenizer given as datatrove allows, and only lower-casing is left of its
normalization, so the shingles are those of everyone else. datatrove gives whole files to its tasks, so the input is cut
into one file per worker first. The fourth step, which writes the kept documents, is left out.
"""
import os
import shutil
import sys
from importlib.metadata import version
from time import perf_counter

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.dedup.minhash import (
    MinhashConfig,
    MinhashDedupBuckets,
    MinhashDedupCluster,
    MinhashDedupSignature,
)
from datatrove.pipeline.readers import JsonlReader
from datatrove.utils.hashing import HashConfig
from datatrove.utils.logging import logger
from datatrove.utils.text import TextNormConfig
from datatrove.utils.word_tokenizers import WordTokenizer

from shingles import K, WORDS, report


class Runs(WordTokenizer):
    """Maximal runs of letters and digits; the text is lower-cased already."""

    def word_tokenize(self, text):
        return WORDS(text)

    def sent_tokenize(self, text):
        return [text]

    def span_tokenize(self, text):
        return [(0, len(text))]


def cut(path, folder, parts):
    """Cuts a file at line ends into parts of about equal size."""
    os.makedirs(folder)
    size = os.path.getsize(path)
    with open(path, "rb") as source:
        for part in range(parts):
            with open(f"{folder}/{part:05d}.jsonl", "wb") as target:
                end = size * (part + 1) // parts
                target.write(source.read(max(0, end - source.tell())))
                target.write(source.readline())


def main():
    path, folder, bands, rows, workers = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6])
    logger.remove()
    shutil.rmtree(folder, ignore_errors=True)
    cut(path, f"{folder}/input", workers)
    config = MinhashConfig(
        n_grams=K,
        num_buckets=bands,
        hashes_per_bucket=rows,
        hash_config=HashConfig(precision=64, hash_fc="xxhash"),
        norm_config=TextNormConfig(
            norm_whitespace=False, remove_punctuation=False, norm_unicode_diacritics=False, norm_numbers=False
        ),
    )
    stages = {
        "signatures": (
            [
                JsonlReader(f"{folder}/input", id_key="id", text_key="text"),
                MinhashDedupSignature(f"{folder}/signatures", config=config, language=Runs()),
            ],
            workers,
        ),
        "buckets": (
            [MinhashDedupBuckets(f"{folder}/signatures", f"{folder}/buckets", config=config, lines_to_buffer=1000)],
            bands,
        ),
        "clusters": (
            [MinhashDedupCluster(f"{folder}/buckets", f"{folder}/clusters", config=config, lines_to_buffer=1000)],
            1,
        ),
    }
    seconds = {}
    for name, (pipeline, tasks) in stages.items():
        began = perf_counter()
        LocalPipelineExecutor(
            pipeline, tasks=tasks, workers=min(workers, tasks), logging_dir=f"{folder}/logs/{name}", start_method="fork"
        ).run()
        seconds[name] = perf_counter() - began
    report(peer="datatrove", version=version("datatrove"), bands=bands, rows=rows, workers=workers, stages=seconds,
           seconds=sum(seconds.values()))


if __name__ == "__main__":
    main()
