import { type Restored, type RestoreHooks, restoreInputs } from '../dedup/restore.js'
import type { RestoreRequest } from '../dedup/restore-targets.js'
import type { RunControl } from '../engine/engine.js'
import { checkNames, checkPath } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import { Lifetime } from '../temporary/lifetime.js'
import { checkNoData } from '../write/node-no-overwrite.js'

export interface RestoreOptions extends RunControl {
  /** The folder for the restored files. Default: that of the manifest. */
  readonly out?: string
  /** The path of the restored file or folder, if a single one was deduplicated. */
  readonly output?: string
  /** Whether to overwrite existing files. Default: false. */
  readonly force?: boolean
}

/**
 * Restores the inputs of a deduplication from its files: byte for byte, except that compressed files are restored
 * decompressed, Parquet with the same values, and lines of text and CSV that was written as JSON Lines as JSON Lines.
 *
 * @returns the paths of the files, and the number of documents in them
 * @example await restore('news.manifest.json', { out: 'restored' })
 */
export async function restore(
  manifest: string,
  options: RestoreOptions = {},
): Promise<{ readonly files: readonly string[]; readonly documents: number }> {
  checkNames(options, ['out', 'output', 'force', 'signal', 'onProgress'])
  const { out, output, force = false, signal, onProgress } = options
  signal?.throwIfAborted()
  for (const [name, path] of Object.entries({ manifest, out, output })) {
    if (path !== undefined || name === 'manifest') checkPath(name, path as string)
  }
  const { documents, written } = await restoreFiles(
    manifest,
    { out, output },
    {
      lifetime: new Lifetime(),
      signal,
      onProgress: (done, total) => onProgress?.({ stage: 'write', done, total, documents: done }),
      onTargets(targets) {
        if (!force) checkNoData(targets, 'force')
      },
    },
  )
  return { files: written.map(({ path }) => path), documents }
}

/**
 * What `restore` and the command line share.
 *
 * @internal
 */
export function restoreFiles(
  manifest: string,
  { out, output }: RestoreRequest,
  hooks: RestoreHooks,
): Promise<Restored> {
  if (out !== undefined && output !== undefined)
    throw new InvalidOption('output', output, 'either out or output, not both')
  return restoreInputs(manifest, { out, output }, hooks)
}
