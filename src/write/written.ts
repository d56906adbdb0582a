/** A file that a command wrote. */
export interface Written {
  /** What it contains, named like the option: `pairs`, `clusters`, `kept`, … */
  readonly kind: string
  /** `-`: stdout. */
  readonly path: string
  /** The number of pairs, clusters, documents or other records in it; undefined for a page, a drawing or a manifest. */
  readonly records?: number
  /** The number of files, if it is a folder. */
  readonly files?: number
  /** The checksum of a restored file. */
  readonly sha256?: string
}

/** The paths, for the last row of a summary. */
export function pathsOf(written: readonly Written[]): string[] {
  return written.map(({ path }) => path).filter((path) => path !== '-')
}
