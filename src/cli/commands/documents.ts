import type { Command } from './command.js'
import { INPUTS, OUTPUTS } from './paragraphs.js'

/** Commands on documents: searches, and what follows from them. */
export const DOCUMENT_COMMANDS: readonly Command[] = [
  {
    name: 'find',
    operands: 'INPUT…',
    minOperands: 1,
    maxOperands: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Find the pairs and clusters of documents that are alike',
    about: [
      'Every pair that is reported was verified: its similarity is the true one of the two sets of shingles (--similarity), exact but for collisions of hashes (in 1 of 100,000 documents of 300 shingles). Without --pairs and --clusters only the summary is printed.',
      INPUTS,
      OUTPUTS,
    ],
    examples: [
      {
        does: 'Count what is alike',
        line: 'likewise find articles.jsonl',
      },
      {
        does: 'Write pairs and clusters, by the ids of the documents',
        line: 'likewise find articles.jsonl --id id --threshold 0.7 --pairs pairs.jsonl --clusters clusters.csv',
      },
      {
        does: 'Read stdin, write pairs to stdout',
        line: 'cat articles.jsonl | likewise find - --pairs - --quiet',
      },
      {
        does: 'Short texts: compare by characters, miss nothing',
        line: 'likewise find titles.csv --text title --shingle chars:5 --recall 1 --json',
      },
      {
        does: 'Pages of one article at several papers: each cluster is a story',
        line: "likewise find 'pages/**/*.html' --as news --clusters stories.jsonl",
      },
    ],
  },
  {
    name: 'dedup',
    operands: 'INPUT…',
    minOperands: 1,
    maxOperands: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Remove documents that are similar to one that is kept; nothing is lost',
    about: [
      'Goes through the documents in the order of --survivor, the best first, and removes a document if it is similar, at the threshold, to one that was kept before it. In groups of over --max-group similar documents, where not all pairs are listed, some kept documents may still be similar to each other. Writes the documents that are kept, those that are removed with their reason, and a manifest, from which restore rebuilds the input. The input itself is never changed.',
      INPUTS,
      OUTPUTS,
      'The outputs of news.jsonl are news.kept.jsonl, news.removed.jsonl and news.manifest.json next to it; for text and HTML files also .originals, which restore needs. CSV, TSV and Parquet stay what they are, on stdout CSV and TSV too: rows are copied as they are. Files that differ in columns, delimiter or encoding are written as JSON Lines. Several inputs and stdin want --out, or the three files by name.',
    ],
    examples: [
      {
        does: 'Keep the first of similar documents',
        line: 'likewise dedup articles.jsonl --id id',
      },
      {
        does: 'Keep the newest, in a folder of its own',
        line: 'likewise dedup articles.jsonl --survivor field:date:largest --out clean',
      },
      {
        does: 'Prefer the documents of some sources',
        line: 'likewise dedup articles.jsonl --survivor sources:county-ledger,the-weekly-plough --out by-source',
      },
      {
        does: 'Remove pages that repeat a fuller one',
        line: 'likewise dedup pages --as news --survivor longest --out stories',
      },
      {
        does: 'Print what is kept',
        line: 'likewise dedup articles.jsonl --kept - --removed removed.csv --manifest manifest.json > kept.jsonl',
      },
    ],
  },
  {
    name: 'explain',
    operands: 'INPUT…',
    minOperands: 1,
    maxOperands: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Say how find would go about it, and why, without doing it',
    about: [
      'Reads a sample of the input and prints its similarity histogram, the bands and rows of least cost that keep the recall wished, others beside them, and what to expect: candidates, memory, disk and time. With --json it prints a plan file, which find and dedup follow with --plan.',
      'INPUT may also be the folder of a finished run (--run-dir): then what was predicted stands beside what came of it.',
      INPUTS,
    ],
    examples: [
      {
        does: 'Explain',
        line: 'likewise explain articles.jsonl --threshold 0.7',
      },
      {
        does: 'Keep the plan, for find --plan plan.json',
        line: 'likewise explain articles.jsonl --json > plan.json',
      },
    ],
  },
  {
    name: 'recluster',
    operands: 'RUN',
    minOperands: 1,
    maxOperands: 1,
    completes: 'file',
    summary: 'Clusters and survivors of a finished run at another threshold, in seconds',
    about: [
      'RUN is the folder of a run of find or dedup with --run-dir. No document is read again: the run has kept its verified pairs, from --keep-pairs-from on. It reports the recall at the new threshold.',
      'With --removed it writes which documents dedup would remove, each with its survivor; --survivor chooses by what the run remembers: first, longest, or the field of the policy that dedup was given.',
      OUTPUTS,
    ],
    examples: [
      {
        does: 'After likewise find articles.jsonl --id id --run-dir run --keep-pairs-from 0.5',
        line: 'likewise recluster run --threshold 0.85 --clusters clusters.jsonl',
      },
    ],
  },
  {
    name: 'restore',
    operands: 'MANIFEST',
    minOperands: 1,
    maxOperands: 1,
    completes: 'file',
    summary: 'Rebuild the original input of dedup from the kept and removed documents',
    about: [
      'Needs the kept and the removed documents in the format that dedup chooses by default, where the manifest says.',
      'JSON Lines, JSON, CSV and TSV in any encoding, and folders of text and HTML files, come back byte for byte, each file in its place. Compressed ones come back decompressed, without .gz or .zst: their content, byte for byte. Parquet comes back with the same values. Lines of text, CSV that was written as JSON Lines and JSON from stdin come back as JSON Lines with the same records. What is the same is said for each file, and every file but Parquet is compared with its checksum in the manifest, which is that of the bytes that are restored.',
    ],
    examples: [
      {
        does: 'Restore into another folder',
        line: 'likewise restore articles.manifest.json --out restored',
      },
      {
        does: 'Print it',
        line: 'likewise restore articles.manifest.json --output - > again.jsonl',
      },
    ],
  },
  {
    name: 'tune',
    operands: '[INPUT…]',
    minOperands: 0,
    maxOperands: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Show the S-curve: with which probability a pair of a similarity is found',
    about: [
      'With INPUT: for the plan that find makes for it, from a sample. Without: for the bands and rows that a threshold and a recall alone lead to, or for bands and rows of your own. Bands only choose candidates; every candidate is verified, so a pair below the threshold costs time and is never reported.',
    ],
    examples: [
      {
        does: 'What find does on this input',
        line: 'likewise tune articles.jsonl --threshold 0.8 --recall 0.95',
      },
      {
        does: 'What a threshold and a recall alone lead to',
        line: 'likewise tune --threshold 0.8 --recall 0.95',
      },
      {
        does: 'Bands and rows of your own, as a drawing',
        line: 'likewise tune --bands 20 --rows 5 --svg curve.svg',
      },
    ],
  },
]
