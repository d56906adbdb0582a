import { HubIndex } from '../../../join/hub-index.js'
import { WasmHubCounter } from '../../../kernel/wasm-hub-counter.js'
import { type ComparedWithHubs, HubComparison } from '../../oversized/hub-comparison.js'
import { readSets } from '../groups/stored-sets.js'
import type { HubTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'

/** Compares the documents of some chunks of a unit with the hubs, and finds the oversized ones. */
export function runHubTask(task: HubTask, thread: Thread): ComparedWithHubs {
  const { hubSets, hubs, draws, limit, threshold, similarity } = task
  const index = thread.keep(
    'hubs',
    hubSets,
    () => new HubIndex(hubSets, { threshold, similarity }, (tables) => new WasmHubCounter(tables)),
  )
  const comparison = new HubComparison(hubs, draws, limit)
  for (let chunk = task.from; chunk <= task.to; chunk++) {
    for (const { positions, sizes, elements } of readSets(thread.store, [task.sets], chunk)) {
      let end = 0
      for (let i = 0; i < positions.length; i++) {
        const position = positions[i]!
        const set = elements.subarray(end, end + sizes[i]!)
        end += sizes[i]!
        if (task.isWanted[position] !== 0) comparison.compare(index, position, set)
      }
    }
  }
  return comparison.result()
}
