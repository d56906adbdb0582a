/** The positions in a document where runs of an item start, in ascending order, and the number of the run at each. */
export interface Hits {
  readonly positions: readonly number[]
  readonly names: readonly number[]
}

/** A part of a document that contains many runs of an item. */
export interface ItemWindow {
  /** The number of distinct runs of the item in it. */
  readonly runs: number
  /** Its first token, and one past its last. */
  readonly from: number
  readonly to: number
}

/**
 * The windows of a document that contain enough distinct runs of an item, without overlap: the best one (among equals the
 * shortest, then the first), then the best before and after it in the same way. In order of position.
 *
 * @param tokens the length of a window
 * @param k the length of a run
 * @param required the minimum number of distinct runs
 */
export function bestWindows(hits: Hits, tokens: number, k: number, required: number): ItemWindow[] {
  const find = (from: number, to: number): ItemWindow[] => {
    if (to - from < required) return []
    const best = bestWindow(hits, from, to, tokens - k)
    if (best === undefined || best.runs < required) return []
    const window = { runs: best.runs, from: hits.positions[best.first]!, to: hits.positions[best.last]! + k }
    let [before, after] = [best.first, best.last + 1]
    while (before > from && hits.positions[before - 1]! + k > window.from) before--
    while (after < to && hits.positions[after]! < window.to) after++
    return [...find(from, before), window, ...find(after, to)]
  }
  return find(0, hits.positions.length)
}

/** The best window among a range of hits, as the numbers of its hits. */
function bestWindow({ positions, names }: Hits, from: number, to: number, reach: number) {
  const counts = new Map<number, number>()
  let best: { runs: number; first: number; last: number } | undefined
  let end = from
  for (let first = from; first < to; first++) {
    for (; end < to && positions[end]! - positions[first]! <= reach; end++)
      counts.set(names[end]!, (counts.get(names[end]!) ?? 0) + 1)
    let last = end - 1
    // A repeated run at the end makes the window longer but no better.
    const dropped: number[] = []
    while (last > first && counts.get(names[last]!)! > 1) {
      counts.set(names[last]!, counts.get(names[last]!)! - 1)
      dropped.push(names[last]!)
      last--
    }
    const runs = counts.size
    const length = positions[last]! - positions[first]!
    if (
      best === undefined ||
      runs > best.runs ||
      (runs === best.runs && length < positions[best.last]! - positions[best.first]!)
    )
      best = { runs, first, last }
    for (const name of dropped) counts.set(name, counts.get(name)! + 1)
    const left = counts.get(names[first]!)! - 1
    if (left === 0) counts.delete(names[first]!)
    else counts.set(names[first]!, left)
  }
  return best
}
