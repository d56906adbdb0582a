// Paragraphs that the help of several commands shares.

/** The kinds of input that contain documents; `operand` is its name in the usage line. */
export function inputs(operand: string): string {
  return `${operand} is a file, a folder, a quoted glob, or - for stdin. Formats: JSON Lines, JSON, CSV, TSV, Parquet, text and HTML, optionally compressed with gzip or zstd.`
}

export const OUTPUTS =
  'The extension of an output file sets its format: .jsonl, .json (one array), .csv, .tsv or .parquet. Add .gz or .zst to compress the file. The name - means stdout, as JSON Lines. Files are written under a temporary name and renamed when complete; existing files are overwritten only with --force.'

export const SETS = [
  'Sets can be read from:',
  '',
  '- Files with one set per line and spaces between the elements (.sets, .dat, .txt); the id of a set is its line number, from 0',
  '- JSON Lines, JSON, CSV, TSV and Parquet with one set per record, in a field (--list), or with one element per record (--set and --element)',
  '- Documents, with --text or --shingle: each is the set of its shingles, as 32-bit hashes. Because of hash collisions, about 1 in 100 similarities between documents of 10,000 shingles is slightly off',
  '',
  'Instead of a file, you can name a folder, a quoted glob, or - for stdin. Files may be compressed with gzip or zstd.',
].join('\n')
