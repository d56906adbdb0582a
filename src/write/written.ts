/** A file that a command wrote. */
export interface Written {
  /** What is in it: `pairs`, `clusters`, `kept`, … as the option that names it. */
  readonly kind: string
  /** `-`: stdout. */
  readonly path: string
  /** How many pairs, clusters, documents or other records are in it; none for a page, a drawing or a manifest. */
  readonly records?: number
  /** Files, where it is a folder of them. */
  readonly files?: number
  /** Of a restored file. */
  readonly sha256?: string
}

/** The paths, for the last row of a summary. */
export function pathsOf(written: readonly Written[]): string[] {
  return written.map(({ path }) => path).filter((path) => path !== '-')
}
