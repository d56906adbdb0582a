import type { StoredPolicy } from '../cluster/survivor-policy.js'
import { checkSurvivorPolicy } from '../cluster/survivor-policy.js'
import type { Decisions } from '../dedup/decisions.js'
import type { KeepRequest } from '../dedup/dedup-request.js'
import { needsOf } from '../dedup/needs.js'
import { checkBoolean } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import { Lifetime } from '../temporary/lifetime.js'
import { checkAddable } from './add-kept.js'
import type { DedupFiles } from './dedup-files.js'
import { DeduplicatedFiles } from './deduplicated.js'
import type { DocumentSource } from './document-source.js'
import { filesRequest } from './files-request.js'
import type { Deduplicated } from './results.js'
import { type SearchHooks, search } from './search.js'
import { type SearchOptions, type SearchParts, splitOptions } from './search-options.js'

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
  const { add = false, signal, onProgress } = options
  checkBoolean('add', add)
  const request = options.write && (await filesRequest(source, keep, options.write, parts.reading))
  const result = await dedupFiles(
    source,
    { parts, keep, add },
    { needs: { ...(request && needsOf(request)), whole: true } },
  )
  try {
    const { documents, kept } = result.summary
    const reportOf = (total: number) => (done: number) =>
      onProgress?.({ stage: 'write', done, total, documents })
    signal?.throwIfAborted()
    if (request !== undefined) await result.writeFiles(request, new Lifetime(), reportOf(documents))
    if (add) await result.addToIndex(reportOf(kept))
    return result
  } catch (error) {
    await result.close()
    throw signal?.aborted ? signal.reason : error
  }
}

/** What to deduplicate by, as checked options. */
interface DedupParts {
  readonly parts: SearchParts
  readonly keep: KeepRequest
  /** Whether the kept documents will be added to the index that they are compared with. */
  readonly add: boolean
  /** Decisions of a person, which override the policy. */
  readonly decisions?: Decisions | undefined
}

/**
 * What `dedup` and the command line share: a search by checked options, and the choice of what to keep. The caller writes the files.
 *
 * @internal
 */
export async function dedupFiles(
  source: DocumentSource,
  { parts, keep, add, decisions }: DedupParts,
  hooks: SearchHooks = {},
): Promise<DeduplicatedFiles> {
  const remember = parts.running.runDir === undefined ? [] : fieldsToRemember(keep)
  const found = await search(source, parts, {
    ...hooks,
    ...(remember.length > 0 && { remember }),
    writesIndex: add,
  })
  try {
    if (add) checkAddable(found)
    return new DeduplicatedFiles(found, keep, decisions)
  } catch (error) {
    found.close()
    throw error
  }
}

/** The fields that a run directory stores, so that `recluster` can choose survivors, too. */
function fieldsToRemember({ survivor, source = 'source' }: KeepRequest): string[] {
  if (typeof survivor !== 'object') return []
  return ['field' in survivor ? survivor.field : source]
}

function keepRequest({ survivor, onePerCluster = false, sourceField, clusters }: DedupOptions): KeepRequest {
  checkBoolean('onePerCluster', onePerCluster)
  if (survivor !== undefined) checkSurvivorPolicy(survivor)
  if (survivor === 'center' && !(onePerCluster && clusters === 'stars')) {
    throw new InvalidOption('survivor', survivor, "another policy, or onePerCluster with clusters: 'stars'")
  }
  return { survivor, onePerCluster, source: sourceField }
}
