// Paragraphs that the help of several commands shares.

export const INPUTS =
  'INPUT is a file, a folder, a glob in quotes, or - for stdin: JSON Lines, JSON, CSV, TSV, Parquet, text and HTML, also in gzip or zstd.'

export const OUTPUTS =
  'The ending of an output chooses its format: .jsonl, .csv, .tsv or .parquet; - is stdout, as JSON Lines. Files are written under a temporary name and renamed when complete; one that exists is overwritten only with --force.'

export const SETS =
  'A file of sets has one set a line, its elements separated by blanks (.sets, .dat, .txt; the id of a set is the number of its line, from 0), or is JSON Lines, JSON, CSV, TSV or Parquet with a list in a field (--list), or one element a record (--set and --element). With --text or --shingle it holds documents, which are compared by their shingles. A folder or a quoted glob stands for its files; gzip and zstd are unpacked; - is stdin.'
