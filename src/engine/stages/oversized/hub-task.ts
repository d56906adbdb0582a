import { readSets } from '../groups/stored-sets.js'
import type { ComparedWithHubs, HubTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'
import { HubIndex } from './hub-index.js'
import { judge } from './hubs.js'

/** Compares the documents of some chunks of a unit with the hubs, and finds the oversized ones. */
export function runHubTask(task: HubTask, thread: Thread): ComparedWithHubs {
  const { round, hubSets, hubs, draws, limit, threshold, similarity } = task
  const index = thread.keep('hubs', round, () => new HubIndex(hubSets, { threshold, similarity }))
  const oversized: number[] = []
  let undecided = 0
  // For each two hubs, 1 + the first document that connects them, or 0.
  const between = new Uint32Array(hubs.length ** 2)
  for (let chunk = task.from; chunk <= task.to; chunk++) {
    for (const { positions, sizes, elements } of readSets(thread.store, [task.sets], chunk)) {
      let end = 0
      for (let i = 0; i < positions.length; i++) {
        const position = positions[i]!
        const set = elements.subarray(end, end + sizes[i]!)
        end += sizes[i]!
        if (task.isWanted[position] === 0) continue
        const matched = index.matched.subarray(0, index.match(set))
        const judgement = judge(hubs, matched, draws, limit)
        if (judgement === 'undecided') undecided++
        if (judgement !== 'oversized') continue
        const first = matched[0]!
        oversized.push(position, first)
        for (let k = 1; k < matched.length; k++) {
          const at = first * hubs.length + matched[k]!
          if (between[at] === 0) between[at] = position + 1
        }
      }
    }
  }
  return {
    oversized: Uint32Array.from(oversized),
    undecided,
    between: connections(between, hubs.length),
  }
}

function connections(between: Uint32Array, hubs: number): Uint32Array {
  const found: number[] = []
  between.forEach((document, at) => {
    if (document !== 0) found.push(Math.floor(at / hubs), at % hubs, document - 1)
  })
  return Uint32Array.from(found)
}
