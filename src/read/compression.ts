/** How a whole file is compressed. */
export type Compression = 'gzip' | 'zstd'

const ENDINGS: ReadonlyMap<string, Compression> = new Map([
  ['gz', 'gzip'],
  ['zst', 'zstd'],
])

/** The compression for the last extension of a name, in lower case and without its dot. */
export function compressionByEnding(ending: string): Compression | undefined {
  return ENDINGS.get(ending)
}
