/** The files of a deduplication, from which `restore` rebuilds the input. */
export interface DedupFiles {
  readonly kept: string
  readonly removed: string
  readonly manifest: string
  /** Whether to overwrite existing files. Default: false. */
  readonly force?: boolean
}
