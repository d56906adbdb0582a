import type { StoredPolicy } from '../cluster/survivor-policy.js'
import { checkSurvivorPolicy } from '../cluster/survivor-policy.js'
import type { DedupRequest, KeepRequest } from '../dedup/dedup-request.js'
import { divide } from '../dedup/divide.js'
import { checkOneSchema, storedEnding } from '../dedup/input-format.js'
import { needsOf } from '../dedup/needs.js'
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
  /** Which document is kept of those that are similar. Default: `first`, for containment `longest`. */
  readonly survivor?: StoredPolicy
  /**
   * Keep only one document of each cluster, also where a chain of pairs alone connects the others to it. Default: false;
   * only a document that is similar to a kept one is removed.
   */
  readonly onePerCluster?: boolean
  /** The field that says where a document comes from, for removal rates by source. Default: `source`, where there is one. */
  readonly sourceField?: string
  /** Files to write, each in the format of its ending. Default: none. */
  readonly write?: DedupFiles
  /** Where documents are compared with an index, add those that are kept to it. Default: false. */
  readonly add?: boolean
}

/** The files of a deduplication, with which `restore` can undo it. */
export interface DedupFiles {
  readonly kept: string
  readonly removed: string
  readonly manifest: string
  /** Whether to overwrite files that exist. Default: false. */
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
 * Removes near-duplicates: every document that is removed is similar, at the threshold, to one that is kept. Read from the
 * result what is kept and removed, or have it written to files, from which `restore` recovers the inputs. With `against` a document is
 * removed if it is similar to one of those to compare with, and with `alsoWithin` near-duplicates among the rest are, too.
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
  if (typeof add !== 'boolean') throw new InvalidOption('add', add, 'true or false')
  const request = options.write && (await filesRequest(source, keep, options.write, parts.reading))
  const found = await search(source, parts, {
    needs: { ...(request && needsOf(request)), whole: true },
    writesIndex: add,
  })
  try {
    if (add) checkAddable(found)
    const result = new DeduplicatedFiles(found, keep)
    if (request !== undefined) await divide(request, found, result.removal, result.foundIds(), new Lifetime())
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
  if (!force) checkNoData([kept, removed, manifest], 'force')
  for (const path of [kept, removed, manifest]) {
    if (path === manifest) checkFolder(path)
    else checkWritable(path)
  }
  const inputs = pathsOf(source) ?? []
  const outputs = { kept: { option: 'kept', path: kept }, removed: { option: 'removed', path: removed } }
  const stored = inputs.length === 0 ? '.jsonl' : await storedEnding(inputs, reading)
  if (stored === '.parquet' && Object.values(outputs).some(isParquet)) await checkOneSchema(inputs, reading)
  return { ...keep, inputs, ...outputs, manifest: { option: 'manifest', path: manifest }, stored }
}
