import type { DocumentSource } from './document-source.js'
import { FoundInFiles } from './found-in-files.js'
import type { FoundFiles } from './results.js'
import { type SearchHooks, search } from './search.js'
import { type SearchOptions, type SearchParts, splitOptions } from './search-options.js'

/**
 * Finds the pairs of similar documents and the clusters that they form, on all cores and within the memory you allow. The
 * plan is chosen from a sample of the source, and every pair is verified. The result does not depend on workers or memory.
 *
 * @param source a path, a glob or a folder, a list of those, or documents in any iterable or async iterable
 * @example
 * await using found = await find('news/*.jsonl', { threshold: 0.8, recall: 0.95, memory: '1GB' })
 * for await (const { a, b, similarity } of found.pairs()) console.log(a, b, similarity)
 */
export async function find(source: DocumentSource, options: SearchOptions = {}): Promise<FoundFiles> {
  return findFiles(source, splitOptions(options))
}

/**
 * What `find` and the command line share: a search by checked options.
 *
 * @internal
 */
export async function findFiles(
  source: DocumentSource,
  parts: SearchParts,
  hooks: SearchHooks = {},
): Promise<FoundInFiles> {
  return new FoundInFiles(await search(source, parts, { ...hooks, needs: { fields: [], ...hooks.needs } }))
}
