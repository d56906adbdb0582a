// Paragraphs that the help of several commands shares.

export const INPUTS =
  'INPUT is a file, a folder, a glob in quotes, or - for stdin: JSON Lines, JSON, CSV, TSV, Parquet, text and HTML, also compressed with gzip or zstd.'

export const OUTPUTS =
  'The extension of an output file sets its format: .jsonl, .csv, .tsv or .parquet; - is stdout, as JSON Lines. Files are written under a temporary name and renamed when complete; existing files are overwritten only with --force.'

export const SETS =
  'A file of sets has one set per line, with elements separated by spaces (.sets, .dat, .txt; the id of a set is its line number, from 0). JSON Lines, JSON, CSV, TSV and Parquet have a list in a field (--list), or one element per record (--set and --element). With --text or --shingle, the records are documents, compared by their shingles. A folder or a quoted glob means all its files; gzip and zstd are decompressed; - is stdin.'
