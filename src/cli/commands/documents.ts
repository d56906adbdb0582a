import type { Command } from './command.js'
import { inputs, OUTPUTS } from './paragraphs.js'

/** Commands on documents: searches, and what follows from them. */
export const DOCUMENT_COMMANDS: readonly Command[] = [
  {
    name: 'find',
    load: async () => (await import('../find/find.js')).find,
    operands: 'INPUT…',
    minOperands: 1,
    maxOperands: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Find pairs and clusters of similar documents',
    description: [
      'Every reported pair is verified: its similarity is computed from the shingles of the two documents. The value is exact except for hash collisions, which affect about 1 in 100,000 documents of 300 shingles. Without --pairs and --clusters, only a summary is printed.',
      'With --against, the documents of INPUT are compared with other documents, such as last month’s. In each pair, a is from INPUT and b is from the other documents. Add --also-within to find the pairs within INPUT as well.',
      inputs('INPUT'),
      OUTPUTS,
    ],
    examples: [
      {
        does: 'Count similar documents',
        line: 'likewise find articles.jsonl',
      },
      {
        does: 'Write pairs and clusters, with the ids of the documents',
        line: 'likewise find articles.jsonl --id id --threshold 0.7 --pairs pairs.jsonl --clusters clusters.csv',
      },
      {
        does: 'Find the articles that are already in an archive',
        line: 'likewise find articles.jsonl --against archive.jsonl --pairs known.csv',
      },
      {
        does: 'Read stdin, write pairs to stdout',
        line: 'cat articles.jsonl | likewise find - --pairs - --quiet',
      },
      {
        does: 'Compare short texts by characters, without missing any pair',
        line: 'likewise find titles.csv --text title --shingle chars:5 --recall 1 --json',
      },
      {
        does: 'Find pages of the same article on several sites; each cluster is a story',
        line: "likewise find 'pages/**/*.html' --as news --clusters stories.jsonl",
      },
    ],
  },
  {
    name: 'dedup',
    load: async () => (await import('../dedup/dedup.js')).dedup,
    operands: 'INPUT…',
    minOperands: 1,
    maxOperands: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Remove near-duplicates; the input can be restored',
    description: [
      'Goes through the documents in the order of --survivor, best first, and removes each document that is similar to one already kept. In groups of more than --max-group similar documents, not all pairs are listed, so some kept documents may still be similar to each other.',
      'Writes three files: the kept documents, the removed documents with the reason for each, and a manifest from which restore rebuilds the input. The input is never changed.',
      'With --against, a document is removed if it is similar to one of the other documents. The most similar one is its survivor, and the reason starts with against-. Near-duplicates within INPUT are kept unless you add --also-within.',
      inputs('INPUT'),
      OUTPUTS,
      'For news.jsonl, the output files are news.kept.jsonl, news.removed.jsonl and news.manifest.json, in the same folder. For text and HTML files, there is also an .originals file, which restore needs. For several inputs, or for stdin, use --out or name all three files.',
      [
        'By default, kept and removed documents have the format and the compression of the input, and records are copied unchanged, with three exceptions:',
        '',
        '- With --format lines, removed lines are written as TSV, with the reason in a column',
        '- Text files, HTML files, and inputs that differ from each other in format, columns, delimiter or encoding are written as JSON Lines',
        '- Parquet is written to stdout as JSON Lines',
      ].join('\n'),
    ],
    examples: [
      {
        does: 'Keep the first of several similar documents',
        line: 'likewise dedup articles.jsonl --id id',
      },
      {
        does: 'Keep the newest, and write to another folder',
        line: 'likewise dedup articles.jsonl --survivor field:date:largest --out clean',
      },
      {
        does: 'Keep only what is new: not in the archive, and not already in the input',
        line: 'likewise dedup articles.jsonl --against archive.jsonl --also-within --out new',
      },
      {
        does: 'Do the same with a live index, and add what is kept to it',
        line: 'likewise dedup articles.jsonl --against seen --also-within --add --out fresh',
      },
      {
        does: 'Prefer some sources',
        line: 'likewise dedup articles.jsonl --survivor sources:county-ledger,the-weekly-plough --out by-source',
      },
      {
        does: 'Remove pages that repeat a longer one',
        line: 'likewise dedup pages --as news --out stories',
      },
      {
        does: 'Print the kept documents',
        line: 'likewise dedup articles.jsonl --kept - --removed removed.csv --manifest manifest.json > kept.jsonl',
      },
    ],
  },
  {
    name: 'decontaminate',
    load: async () => (await import('../decontaminate/decontaminate.js')).decontaminate,
    operands: 'TRAIN…',
    minOperands: 1,
    maxOperands: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Find training documents that contain benchmark items, and remove them',
    description: [
      'The shingles of an item are its distinct runs of five words (or of K words, with --shingle words:K). A document contains an item if one window of the document has at least --min-overlap of the item’s shingles. The window is a quarter longer than the item, and at least one shingle longer. Line breaks, case and punctuation are ignored. The result is exact: nothing is sampled or estimated.',
      'Writes a report of every match (item, document, span and overlap), the kept documents, the removed documents, and a manifest from which restore rebuilds the input. With --remove spans, the removed documents are also written to --edited, without the spans that contain items.',
      'Items with fewer words than a shingle are listed as too short. With --short-items match, they are found wherever the same words occur in the same order.',
      inputs('TRAIN'),
      OUTPUTS,
    ],
    examples: [
      {
        does: 'Report what would be removed',
        line: 'likewise decontaminate train.jsonl --benchmarks benchmarks --dry-run',
      },
      {
        does: 'Remove documents that contain most of a question',
        line: 'likewise decontaminate train.jsonl --benchmarks benchmarks --benchmark-text question --min-overlap 0.7 --out clean',
      },
    ],
  },
  {
    name: 'explain',
    load: async () => (await import('../explain/explain.js')).explainSearch,
    operands: 'INPUT…',
    minOperands: 1,
    maxOperands: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Show the plan that find would follow, and why, without running it',
    description: [
      'Reads a sample of the input and prints a histogram of similarities, the cheapest plan that reaches the requested recall, some alternatives, and the expected candidates, memory, disk space and time. With --json, it prints the plan as JSON, which you can save for find --plan and dedup --plan. Bad records are reported only if they are in the sample; find checks every record.',
      inputs('INPUT'),
      'INPUT may also be the folder of a finished run (--run-dir). In that case, the prediction is shown next to the actual values.',
    ],
    examples: [
      {
        does: 'Show the plan for a threshold of 0.7',
        line: 'likewise explain articles.jsonl --threshold 0.7',
      },
      {
        does: 'Save the plan, to use it with find --plan plan.json',
        line: 'likewise explain articles.jsonl --json > plan.json',
      },
    ],
  },
  {
    name: 'recluster',
    load: async () => (await import('../recluster/recluster.js')).recluster,
    operands: 'RUN',
    minOperands: 1,
    maxOperands: 1,
    completes: 'file',
    summary: 'Cluster a finished run at another threshold, in seconds',
    description: [
      'RUN is the --run-dir of a finished find or dedup. The documents are not read again, because the run kept its verified pairs, down to the similarity of its --keep-pairs-from. The summary reports the recall at the new threshold.',
      'With --removed, it writes a list of the documents that dedup would remove, each with its survivor.',
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
    load: async () => (await import('../dedup/restore.js')).restore,
    operands: 'MANIFEST',
    minOperands: 1,
    maxOperands: 1,
    completes: 'file',
    summary: 'Rebuild the original input of dedup or decontaminate from the files that it wrote',
    description: [
      'MANIFEST is the manifest that dedup or decontaminate wrote. The files of kept and removed documents must be unchanged, at the paths that the manifest gives, and in the default formats.',
      [
        'How exactly the input is restored depends on its format:',
        '',
        '- JSON Lines, JSON, CSV, TSV and lines of text, in any encoding, and folders of text and HTML files: byte for byte',
        '- Compressed files: byte for byte, but uncompressed, without .gz or .zst',
        '- Parquet: the same values',
        '- JSON from stdin, and inputs that differ from each other in format, columns, delimiter or encoding: the same records, as JSON Lines',
      ].join('\n'),
      'The summary shows, for each file, what is identical to the input: the bytes, the records or the values. Every file except Parquet is checked against the checksum in the manifest.',
    ],
    examples: [
      {
        does: 'Restore into another folder',
        line: 'likewise restore articles.manifest.json --out restored',
      },
      {
        does: 'Print the restored file',
        line: 'likewise restore articles.manifest.json --output - > again.jsonl',
      },
    ],
  },
  {
    name: 'tune',
    load: async () => (await import('../tune/tune.js')).tune,
    operands: '[INPUT…]',
    minOperands: 0,
    maxOperands: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Show the S-curve: the probability of finding a pair, by similarity',
    description: [
      'With INPUT, shows the curve of the plan that find would make from a sample of it; bad records are reported only if they are in the sample. Without INPUT, shows the curve for a threshold and a recall alone, or for bands and rows that you choose.',
      'Bands only select candidates. Every candidate is then verified, so a candidate below the threshold costs time but is never reported.',
    ],
    examples: [
      {
        does: 'Show the curve of find on this input',
        line: 'likewise tune articles.jsonl --threshold 0.8 --recall 0.95',
      },
      {
        does: 'Show the curve for a threshold and a recall alone',
        line: 'likewise tune --threshold 0.8 --recall 0.95',
      },
      {
        does: 'Draw the curve for your own bands and rows',
        line: 'likewise tune --bands 20 --rows 5 --svg curve.svg',
      },
    ],
  },
]
