import type { Command } from './command.js'
import { OUTPUTS } from './paragraphs.js'

/** Commands for records, texts, programs, ratings and prints. */
export const APPLICATION_COMMANDS: readonly Command[] = [
  {
    name: 'match',
    operands: 'A [B]',
    minOperands: 1,
    maxOperands: 2,
    completes: 'file',
    summary: 'Find the records of the same thing in two tables, or in one',
    about: [
      'Records that share a rare value, a rare word or a similar value are compared field by field. Each field gives up to 100 points, less a penalty that grows with the square of the edit distance; case, accents, nicknames, abbreviations and swapped names cost little, and a value that is missing says nothing. What agreement in each field is worth is learned from the data.',
      'A and B are tables: a file, a folder or a quoted glob of files, or - for stdin: CSV with any separator, TSV, JSON Lines, JSON or Parquet, also in gzip or zstd.',
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
    minOperands: 2,
    maxOperands: 2,
    completes: 'file',
    summary: 'Show what two texts have in common',
    about: [
      'A and B are files, texts, or, with --in, the ids of two documents. A file is one text, HTML what a reader sees of it; of JSON Lines, JSON and CSV that is every line as written, field names included. Compare documents inside such a file, or inside Parquet, with --in. What both texts share stands in color on a terminal and in [brackets] in a pipe.',
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
    minOperands: 1,
    maxOperands: Number.POSITIVE_INFINITY,
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
    name: 'recommend',
    operands: 'RATINGS…',
    minOperands: 1,
    maxOperands: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Find customers of the same taste and items that go together, and recommend',
    about: [
      'Customers are sets of items and items sets of customers. Items are recommended because they are similar to what a customer liked, the latest first of all; what the customer knows already is never recommended.',
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
    minOperands: 1,
    maxOperands: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Find prints of the same finger, by their minutiae',
    about: [
      'PRINTS are files of minutiae or a folder of them: .xyt as NBIS writes it (x y angle [quality], one minutia a line), templates, or JSON Lines, JSON, CSV, TSV and Parquet with an id and a list of minutiae per record, or one minutia per record (print, x, y, angle), also in gzip or zstd; - is stdin. All prints are compared with each other, or with --probe each probe with all prints. Candidates come from grid squares and functions of three squares; each is then checked by the best alignment of the two prints.',
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
]
