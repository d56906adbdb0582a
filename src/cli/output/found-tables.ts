import type { IdOf } from '../../engine/stages/read/ids.js'
import { idsOfSides } from '../../node/found-in-files.js'
import type { Search } from '../../node/search.js'
import { writeClusters, writePairs } from '../../node/write-results.js'
import type { Lifetime } from '../../temporary/lifetime.js'
import type { Output } from '../../write/node-output.js'
import type { Written } from '../../write/written.js'

/** Writes the requested tables of pairs and clusters. */
export async function writeFound(
  { pairs, clusters }: { readonly pairs?: Output | undefined; readonly clusters?: Output | undefined },
  { source, result }: Pick<Search, 'source' | 'result'>,
  idOf: IdOf,
  lifetime: Lifetime,
): Promise<Written[]> {
  const writing = { lifetime, collect: result.thread.collect }
  const written: Written[] = []
  if (pairs) {
    const sides = idsOfSides(source, idOf)
    written.push(await writePairs(pairs, result.pairs.batches(), sides, writing, result.against))
  }
  if (clusters) written.push(await writeClusters(clusters, result.clusters.views(), idOf, writing))
  return written
}
