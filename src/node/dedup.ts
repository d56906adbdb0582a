import type { StoredPolicy } from '../cluster/survivor-policy.js'
import { checkSurvivorPolicy } from '../cluster/survivor-policy.js'
import type { DedupRequest, KeepRequest } from '../dedup/dedup-request.js'
import { checkOneSchema, storedFormat } from '../dedup/input-format.js'
import { needsOf } from '../dedup/needs.js'
import { partition } from '../dedup/partition.js'
import { isCopied, PLAIN_JSON_LINES } from '../dedup/stored-ending.js'
import { checkBoolean, checkPath } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import { Lifetime } from '../temporary/lifetime.js'
import { checkNoData } from '../write/node-no-overwrite.js'
import { checkWritable } from '../write/node-open-table.js'
import { isParquet } from '../write/node-output.js'
import { checkFolder } from '../write/node-sink.js'
import { checkAddable } from './add-kept.js'
import { DeduplicatedFiles } from './deduplicated.js'
import { type DocumentSource, pathsOf } from './document-source.js'
import type { Deduplicated } from './results.js'
import { search } from './search.js'
import { type SearchOptions, splitOptions } from './search-options.js'

export interface DedupOptions extends SearchOptions {
  /** Which of several similar documents to keep. Default: `first`; for containment, `longest`. */
  readonly survivor?: StoredPolicy
  /**
   * Keep only one document of each cluster, even if the others are connected to it only through a chain of pairs. Default:
   * false: every removed document is similar to a kept one.
   */
  readonly onePerCluster?: boolean
  /** The field that holds the source of a document, for removal rates by source. Default: `source`, if it exists. */
  readonly sourceField?: string
  /** Files to write, each in the format of its extension. Default: none. */
  readonly write?: DedupFiles
  /** With an index in `against`, add the kept documents to it. Default: false. */
  readonly add?: boolean
}

/** The files of a deduplication, from which `restore` rebuilds the input. */
export interface DedupFiles {
  readonly kept: string
  readonly removed: string
  readonly manifest: string
  /** Whether to overwrite existing files. Default: false. */
  readonly force?: boolean
}

const OWN_NAMES: readonly (keyof DedupOptions)[] = [
  'survivor',
  'onePerCluster',
  'sourceField',
  'write',
  'add',
]

/**
 * Removes near-duplicates. Every removed document is similar, at the threshold, to one that is kept. Read the kept and
 * removed documents from the result, or have them written to files, from which `restore` rebuilds the inputs. With `against`,
 * a document is removed if it is similar to one of the documents to compare with; `alsoWithin` then also removes
 * near-duplicates among the rest.
 *
 * @param source a path, a glob or a folder, a list of those, or documents in any iterable or async iterable
 * @example
 * await using result = await dedup(rows, { text: 'body', threshold: 0.8, survivor: 'longest' })
 * for await (const { id, survivor } of result.removed()) console.log(`${id} is a copy of ${survivor}`)
 */
export async function dedup(source: DocumentSource, options: DedupOptions = {}): Promise<Deduplicated> {
  const parts = splitOptions(options, OWN_NAMES)
  const keep = keepRequest(options)
  const { add = false } = options
  checkBoolean('add', add)
  const request = options.write && (await filesRequest(source, keep, options.write, parts.reading))
  const found = await search(source, parts, {
    needs: { ...(request && needsOf(request)), whole: true },
    writesIndex: add,
  })
  try {
    if (add) checkAddable(found)
    const result = new DeduplicatedFiles(found, keep)
    if (request !== undefined)
      await partition(request, found, result.removal, result.foundIds(), new Lifetime())
    if (add) await result.addToIndex()
    return result
  } catch (error) {
    found.close()
    throw error
  }
}

function keepRequest({ survivor, onePerCluster = false, sourceField, clusters }: DedupOptions): KeepRequest {
  if (survivor !== undefined) checkSurvivorPolicy(survivor)
  if (survivor === 'center' && !(onePerCluster && clusters === 'stars')) {
    throw new InvalidOption('survivor', survivor, "another policy, or onePerCluster with clusters: 'stars'")
  }
  return { survivor, onePerCluster, source: sourceField }
}

async function filesRequest(
  source: DocumentSource,
  keep: KeepRequest,
  { kept, removed, manifest, force = false }: DedupFiles,
  { text: _, ...reading }: ReturnType<typeof splitOptions>['reading'],
): Promise<DedupRequest> {
  for (const [name, path] of Object.entries({ kept, removed, manifest })) checkPath(`write.${name}`, path)
  if (!force) checkNoData([kept, removed, manifest], 'force')
  const inputs = pathsOf(source) ?? []
  const outputs = { kept: { option: 'kept', path: kept }, removed: { option: 'removed', path: removed } }
  const { ending: stored } = inputs.length === 0 ? PLAIN_JSON_LINES : await storedFormat(inputs, reading)
  checkFolder(manifest)
  for (const which of ['kept', 'removed'] as const) {
    const { path } = outputs[which]
    if (isCopied(stored, outputs[which], which)) checkFolder(path)
    else checkWritable(path)
  }
  if (stored === '.parquet' && Object.values(outputs).some(isParquet)) await checkOneSchema(inputs, reading)
  return { ...keep, inputs, ...outputs, manifest: { option: 'manifest', path: manifest }, stored }
}
