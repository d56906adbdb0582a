import type { Found } from '../../src/engine/engine.js'
import { listPairs } from '../../src/model/pair.js'
import { collect } from '../collect.js'

/** Everything that a result holds, in plain data. */
export async function contentOf(found: Found) {
  const { recall, audit, candidates, compared, ...counts } = found.summary
  const content = {
    counts,
    // Two plans with the same content are the same text: whoever stores or compares one sees no difference.
    plan: JSON.stringify(counts.plan),
    recall,
    audit,
    candidates,
    // What an exact search compares is up to the engine.
    compared: counts.plan.method === 'exact' ? undefined : compared,
    pairs: await collect(found.pairs()),
    clusters: await collect(found.clusters()),
    batches: (await collect(found.pairBatches())).flatMap(listPairs),
    clusterBatches: (await collect(found.clusterBatches())).flatMap((columns) => [...columns.members]),
  }
  await found.close()
  return content
}

/** Sums may be added in another order. */
export function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, item: unknown) =>
      typeof item === 'number' ? Number(item.toPrecision(12)) : item,
    ),
  )
}
