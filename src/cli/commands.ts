import type { CommandName } from './options/option.js'

/** A command as the help, the completion and the reference show it. */
export interface Command {
  readonly name: CommandName
  /** What stands behind the name, for a person. */
  readonly operands: string
  /** How many operands there must be. */
  readonly least: number
  readonly most: number
  /** What the shell offers for them: files, or these words. */
  readonly completes: 'file' | readonly string[]
  readonly summary: string
  /** Paragraphs. */
  readonly about: readonly string[]
  readonly examples: readonly Example[]
}

/** A command line that can be run as it stands, and what it does. */
interface Example {
  readonly does: string
  readonly line: string
}

const INPUTS =
  'INPUT is a file, a folder, a glob in quotes, or - for stdin: JSON Lines, JSON, CSV, TSV, Parquet, text and HTML, also in gzip or zstd.'

const OUTPUTS =
  'The ending of an output chooses its format: .jsonl, .csv, .tsv or .parquet; - is stdout, as JSON Lines. Files are written under a temporary name and renamed when complete; one that exists is overwritten only with --force.'

const SETS =
  'A file of sets has one set a line, its elements separated by blanks (.sets, .dat, .txt; the id of a set is the number of its line, from 0), or is JSON Lines, JSON, CSV, TSV or Parquet with a list in a field (--list), or one element a record (--set and --element). With --text or --shingle it holds documents, which are compared by their shingles. Gzip and zstd are unpacked; - is stdin.'

/** The names of the shells for which there is a completion. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const

export const COMMANDS: readonly Command[] = [
  {
    name: 'find',
    operands: 'INPUT…',
    least: 1,
    most: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Find the pairs and clusters of documents that are alike',
    about: [
      'Every pair that is reported was verified: its similarity is the true Jaccard similarity of the two sets of shingles, exact but for collisions of hashes (in 1 of 100,000 documents of 300 shingles). Without --pairs and --clusters only the summary is printed.',
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
    least: 1,
    most: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Remove documents that are similar to one that is kept; nothing is lost',
    about: [
      'Goes through the documents in the order of --survivor, the best first, and removes a document if it is similar, at the threshold, to one that was kept before it. Writes the documents that are kept, those that are removed with their reason, and a manifest, from which restore rebuilds the input. The input itself is never changed.',
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
    least: 1,
    most: Number.POSITIVE_INFINITY,
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
    least: 1,
    most: 1,
    completes: 'file',
    summary: 'Clusters and survivors of a finished run at another threshold, in seconds',
    about: [
      'RUN is the folder of a run of find or dedup with --run-dir. No document is read again: the run has kept its verified pairs, from --keep-pairs-from on. The recall at the new threshold is told.',
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
    least: 1,
    most: 1,
    completes: 'file',
    summary: 'Rebuild the original input of dedup from the kept and removed documents',
    about: [
      'Needs the kept and the removed documents in the format that dedup chooses by default, where the manifest says. Files of JSON Lines, CSV and TSV, and folders of text and HTML files, come back byte for byte, each file in its place; Parquet comes back with the same values, other formats as JSON Lines. Every file is compared with its checksum in the manifest.',
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
    name: 'join',
    operands: 'FILE [FILE2]',
    least: 1,
    most: 2,
    completes: 'file',
    summary: 'Find all pairs of sets that are alike, exactly',
    about: [
      'All pairs of a file of sets, or of a set a of FILE and a set b of FILE2. Nothing is missed, and every pair is verified. By containment a pair says that a lies in b.',
      SETS,
      OUTPUTS,
    ],
    examples: [
      { does: 'Count the pairs of baskets', line: 'likewise join baskets.sets --threshold 0.5 --count' },
      {
        does: 'Write them, by the ids of the sets',
        line: 'likewise join carts.jsonl --id customer --list items --threshold 0.6 --pairs pairs.csv',
      },
      {
        does: 'Ratings in long format, a copy for each star, with at most 1 GB of memory',
        line: 'likewise join ratings.csv --set user --element film --times stars --threshold 0.4 --memory 1GB',
      },
      {
        does: 'The three most similar baskets of each basket',
        line: 'likewise join baskets.sets --top 3 --pairs - --quiet',
      },
      {
        does: 'Which articles lie in which later ones',
        line: 'likewise join articles.jsonl --id id --text text --similarity containment --threshold 0.9 --pairs -',
      },
    ],
  },
  {
    name: 'probe',
    operands: 'INDEX QUERIES',
    least: 2,
    most: 2,
    completes: 'file',
    summary: 'Find for each set of QUERIES all sets of INDEX that are alike, exactly',
    about: [
      'In a pair, a is a set of QUERIES and b one of INDEX. By containment the query lies in the set of INDEX.',
      SETS,
      OUTPUTS,
    ],
    examples: [
      {
        does: 'What is at least half alike',
        line: 'likewise probe baskets.sets new.sets --threshold 0.5 --pairs -',
      },
      {
        does: 'The five best for each',
        line: 'likewise probe baskets.sets new.sets --top 5 --pairs best.csv',
      },
    ],
  },
  {
    name: 'match',
    operands: 'A [B]',
    least: 1,
    most: 2,
    completes: 'file',
    summary: 'Find the records of the same thing in two tables, or in one',
    about: [
      'Records that share a rare value, a rare word or a similar value are compared field by field. Each field gives up to 100 points, less a penalty that grows with the square of the edit distance; case, accents, nicknames, abbreviations and swapped names cost little, and a value that is missing says nothing. What agreement in each field is worth is learned from the data.',
      'A and B are tables, or - for stdin: CSV with any separator, TSV, JSON Lines, JSON or Parquet, also in gzip or zstd.',
      OUTPUTS,
    ],
    examples: [
      {
        does: 'Two tables: count, and show the scores',
        line: 'likewise match customers.csv subscribers.csv',
      },
      {
        does: 'Write the pairs; each record in one pair only',
        line: 'likewise match customers.csv subscribers.csv --one-to-one --pairs matches.csv',
      },
      {
        does: 'Duplicates inside one table, as clusters',
        line: 'likewise match customers.csv --clusters people.jsonl',
      },
      {
        does: 'Say which fields belong together, and why pairs match',
        line: 'likewise match customers.csv subscribers.csv --map phone=mobile --explain',
      },
      {
        does: 'Estimate the precision from a field that plays no part',
        line: 'likewise match customers.csv subscribers.csv --check-field created',
      },
    ],
  },
  {
    name: 'compare',
    operands: 'A B',
    least: 2,
    most: 2,
    completes: 'file',
    summary: 'Show what two texts have in common',
    about: [
      'A and B are files, texts, or, with --in, the ids of two documents. What both texts share stands in colour on a terminal and in [brackets] in a pipe.',
    ],
    examples: [
      {
        does: 'Two texts',
        line: "likewise compare 'the plane was ready' 'the plane was late' --shingle words:2",
      },
      {
        does: 'Two files',
        line: 'likewise compare old.txt new.html',
      },
      {
        does: 'Two documents of a collection',
        line: 'likewise compare battery-plant-0001 battery-plant-0002 --in articles.jsonl --id id',
      },
    ],
  },
  {
    name: 'plagiarism',
    operands: 'INPUT…',
    least: 1,
    most: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Find texts and programs that are copied from one another, and the passages that show it',
    about: [
      'Finds copies of parts, with reordered sentences and changed words, among prose and among source code, which is known by the ending of its file. Writes a page that shows the passages side by side, and the pairs as a list.',
      'INPUT is a folder, files, a glob in quotes, or - for stdin: texts, HTML pages and programs, each a document, or JSON Lines, JSON, CSV, TSV and Parquet, each record a document. Files are written under a temporary name and renamed when complete; one that exists is overwritten only with --force.',
    ],
    examples: [
      {
        does: 'Everything in a folder',
        line: 'likewise plagiarism essays',
      },
      {
        does: 'Programs, without the template that everybody was given',
        line: 'likewise plagiarism homework --base template.java',
      },
      {
        does: 'Records of a table; more pairs, with lower scores',
        line: 'likewise plagiarism answers.jsonl --id student --text answer --score 0.2 --out results',
      },
    ],
  },
  {
    name: 'tune',
    operands: '[INPUT…]',
    least: 0,
    most: Number.POSITIVE_INFINITY,
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
  {
    name: 'recommend',
    operands: 'RATINGS…',
    least: 1,
    most: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Find customers of the same taste and items that go together, and recommend',
    about: [
      'Customers are sets of items and items sets of customers. Items are recommended because they are alike to what a customer liked, the latest first of all; what he knows already is never recommended.',
      'RATINGS is a table of who bought or rated what: CSV, TSV, text with other separators (also :: and blanks), JSON Lines, JSON or Parquet, with or without a first row of names, also in gzip or zstd; or a folder with such a file. The columns user, item, rating and time are found by their names, or by their order where they have none.',
      OUTPUTS,
    ],
    examples: [
      { does: 'Look at what is there', line: 'likewise recommend ratings.csv' },
      {
        does: 'What to recommend to one customer, and why',
        line: 'likewise recommend ratings.csv --for Ada --titles titles.csv',
      },
      {
        does: 'Recommendations for all, items that go together, groups of items',
        line: 'likewise recommend ratings.csv --recommendations all.csv --similar-items items.csv --clusters groups.jsonl',
      },
      {
        does: 'How good it is on your own data, beside the most popular and item–item cosine',
        line: 'likewise recommend ratings.csv --evaluate',
      },
    ],
  },
  {
    name: 'fingerprints',
    operands: 'PRINTS…',
    least: 1,
    most: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Find prints of the same finger, by their minutiae',
    about: [
      'PRINTS are files of minutiae or a folder of them: .xyt as NBIS writes it (x y angle [quality], one minutia a line), or .json and .jsonl; - is stdin, as JSON Lines with id and minutiae. All prints are compared with each other, or with --probe each probe with all prints. Candidates come from grid squares and functions of three squares; each is then checked by the best alignment of the two prints.',
      'Where names tell the finger, as 101_1.xyt and 101_2.xyt do, the error rates are measured too: false matches, false non-matches, the equal error rate and the curve between them.',
      OUTPUTS,
    ],
    examples: [
      { does: 'Which prints are of one finger', line: 'likewise fingerprints prints' },
      {
        does: 'Whose print is this',
        line: 'likewise fingerprints prints --probe found.xyt --top 5',
      },
      {
        does: 'All pairs, all scores, and the error curve as a drawing',
        line: 'likewise fingerprints prints --pairs same.csv --scores scores.csv --svg det.svg',
      },
    ],
  },
  {
    name: 'completion',
    operands: 'bash|zsh|fish',
    least: 1,
    most: 1,
    completes: SHELLS,
    summary: 'Print a script that completes commands and options in your shell',
    about: [],
    examples: [
      {
        does: 'bash',
        line: 'likewise completion bash > ~/.local/share/bash-completion/completions/likewise',
      },
      { does: 'zsh, in a folder of $fpath', line: 'likewise completion zsh > ~/.zfunc/_likewise' },
      { does: 'fish', line: 'likewise completion fish > ~/.config/fish/completions/likewise.fish' },
    ],
  },
  {
    name: 'help',
    operands: '[COMMAND]',
    least: 0,
    most: 1,
    completes: [
      'find',
      'dedup',
      'explain',
      'recluster',
      'restore',
      'join',
      'probe',
      'match',
      'compare',
      'plagiarism',
      'recommend',
      'fingerprints',
      'tune',
      'completion',
    ],
    summary: 'Show the help of a command',
    about: [],
    examples: [{ does: 'All about find', line: 'likewise help find' }],
  },
]

export function commandNamed(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name)
}
