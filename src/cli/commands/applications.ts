import type { Command } from './command.js'
import { OUTPUTS } from './paragraphs.js'

/** Commands for records, texts, programs, ratings and prints. */
export const APPLICATION_COMMANDS: readonly Command[] = [
  {
    name: 'match',
    load: async () => (await import('../match/match.js')).match,
    operands: 'A [B]',
    minOperands: 1,
    maxOperands: 2,
    completes: 'file',
    summary: 'Find records of the same person or thing, in two tables or in one',
    description: [
      'Records that share a rare value or a rare word, or that have similar values, are compared field by field. A field scores 100 points if its values are equal, and fewer with each edit between them. Differences in case, accents, nicknames, abbreviations and the order of names cost little, and missing values are ignored. How much each field counts is learned from the data.',
      'A and B are tables, each a file, a folder, a quoted glob, or - for stdin. Formats: CSV with any delimiter, TSV, JSON Lines, JSON and Parquet, optionally compressed with gzip or zstd.',
      OUTPUTS,
    ],
    examples: [
      {
        does: 'Match two tables, and show the distribution of scores',
        line: 'likewise match customers.csv subscribers.csv',
      },
      {
        does: 'Write the pairs, with each record in at most one pair',
        line: 'likewise match customers.csv subscribers.csv --one-to-one --pairs matches.csv',
      },
      {
        does: 'Find duplicates in one table, as clusters',
        line: 'likewise match customers.csv --clusters people.jsonl',
      },
      {
        does: 'Map a field, and show why pairs match',
        line: 'likewise match customers.csv subscribers.csv --map phone=mobile --explain',
      },
      {
        does: 'Estimate the precision from a field that is not compared',
        line: 'likewise match customers.csv subscribers.csv --check-field created',
      },
    ],
  },
  {
    name: 'compare',
    load: async () => (await import('../compare/compare.js')).compareTexts,
    operands: 'A B',
    minOperands: 2,
    maxOperands: 2,
    completes: 'file',
    summary: 'Show what two texts have in common',
    description: [
      'A and B are files or texts. A file is read as one text, and an HTML file as its visible text. JSON Lines, JSON and CSV files are compared as written, including field names. To compare two documents inside such a file, or inside Parquet, name the file with --in; A and B are then the ids of the documents. Shared parts are shown in color on a terminal and in [brackets] otherwise.',
    ],
    examples: [
      {
        does: 'Compare two texts',
        line: "likewise compare 'the plane was ready' 'the plane was late' --shingle words:2",
      },
      {
        does: 'Compare two files',
        line: 'likewise compare old.txt new.html',
      },
      {
        does: 'Compare two documents of a collection',
        line: 'likewise compare battery-plant-0001 battery-plant-0002 --in articles.jsonl --id id',
      },
    ],
  },
  {
    name: 'plagiarism',
    load: async () => (await import('../plagiarism/plagiarism.js')).plagiarism,
    operands: 'INPUT…',
    minOperands: 1,
    maxOperands: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Find copied texts and programs, and the passages they share',
    description: [
      'Finds full and partial copies in prose and in source code, even if sentences were reordered or words were changed. Source code is recognized by its file extension. Writes an HTML page that shows the shared passages side by side, and a list of the pairs.',
      'INPUT is a file, a folder, a quoted glob, or - for stdin. Texts, HTML pages and programs are one document per file; JSON Lines, JSON, CSV, TSV and Parquet are one document per record. Output files are written under a temporary name and renamed when complete; existing files are overwritten only with --force.',
    ],
    examples: [
      {
        does: 'Compare everything in a folder',
        line: 'likewise plagiarism essays',
      },
      {
        does: 'Compare programs, ignoring the template that everyone was given',
        line: 'likewise plagiarism homework --base template.java',
      },
      {
        does: 'Compare the records of a file, and report lower scores too',
        line: 'likewise plagiarism answers.jsonl --id student --text answer --score 0.2 --out results',
      },
    ],
  },
  {
    name: 'recommend',
    load: async () => (await import('../recommend/recommend.js')).recommend,
    operands: 'RATINGS…',
    minOperands: 1,
    maxOperands: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Recommend items, and find similar customers and items',
    description: [
      'Treats a customer as a set of items, and an item as a set of customers. An item is recommended to a customer if it is similar to items that the customer liked; the most recent ones count most. Items that the customer already knows are never recommended.',
      'RATINGS is a table of purchases or ratings, with or without column names, or a folder that contains such a table. Formats: CSV, TSV, text with other delimiters (including :: and spaces), JSON Lines, JSON and Parquet, optionally compressed with gzip or zstd. The columns user, item, rating and time are detected by their names, or by their order if there are no names.',
      OUTPUTS,
    ],
    examples: [
      { does: 'Show what the input contains', line: 'likewise recommend ratings.csv' },
      {
        does: 'Show recommendations for one customer, and why',
        line: 'likewise recommend ratings.csv --for Ada --titles titles.csv',
      },
      {
        does: 'Write recommendations for all customers, similar items, and groups of items',
        line: 'likewise recommend ratings.csv --recommendations all.csv --similar-items items.csv --clusters groups.jsonl',
      },
      {
        does: 'Evaluate on your own data, compared with other methods',
        line: 'likewise recommend ratings.csv --evaluate',
      },
    ],
  },
  {
    name: 'fingerprints',
    load: async () => (await import('../fingerprints/fingerprints.js')).fingerprints,
    operands: 'PRINTS…',
    minOperands: 1,
    maxOperands: Number.POSITIVE_INFINITY,
    completes: 'file',
    summary: 'Find fingerprints of the same finger by their minutiae',
    description: [
      'Minutiae are the points where a ridge of a fingerprint ends or forks. The prints are compared with each other; with --probe, each probe is compared with the prints. Candidates are found by hashing grid squares, and verified by the best alignment of the two prints.',
      'PRINTS are files of minutiae, folders of such files, or - for stdin. Formats: .xyt files of NBIS (x y angle [quality], one minutia per line), ISO and ANSI templates, JSON Lines, JSON, CSV, TSV and Parquet, optionally compressed with gzip or zstd. A record has either an id and a list of minutiae, or a single minutia (print, x, y, angle).',
      'If file names identify the finger, as 101_1.xyt and 101_2.xyt do, error rates are measured too: false matches, false non-matches, the equal error rate and the error curve.',
      OUTPUTS,
    ],
    examples: [
      { does: 'Find prints of the same finger', line: 'likewise fingerprints prints' },
      {
        does: 'Find the finger of a print',
        line: 'likewise fingerprints prints --probe found.xyt --top 5',
      },
      {
        does: 'Write all pairs and scores, and draw the error curve',
        line: 'likewise fingerprints prints --pairs same.csv --scores scores.csv --svg det.svg',
      },
    ],
  },
]
