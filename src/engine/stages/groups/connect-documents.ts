// Which documents are connected by candidates. All threads work on one forest in shared memory: with many documents, nearly every access
// misses the caches, so a single thread would keep all others waiting.

import type { Block } from '../blocks/block.js'
import { cutCandidates } from '../candidates/candidates.js'
import { candidateTasks, unitRanges } from '../memory-budget.js'
import { type Sketched, sliceSketched } from '../read/sketched.js'
import type { RunParts } from '../run-parts.js'
import { CAN_SHARE, sharedBits, sharedWords } from '../threads/shared-words.js'
import type { AddedWords, Components } from './components.js'
import { runUniteTask, runWeighTask } from './connect-task.js'

/** Connects documents by their candidates. Returns their components, and the weight of all components together. */
export async function connectDocuments(
  { workers, thread, memory }: RunParts,
  sketched: Sketched,
  candidates: readonly Block[],
): Promise<{ readonly components: Components; readonly total: number }> {
  const count = sketched.firsts.at(-1)!
  const components = { parents: sharedWords(count), weights: sharedWords(count), isTied: sharedBits(count) }
  let total = 0
  const add = ({ words }: AddedWords) => {
    total += words
  }
  const united = cutCandidates(thread.store, candidates, candidateTasks(memory)).map((part) => ({
    kind: 'unite' as const,
    candidates: part,
    components,
  }))
  const weighed = unitRanges(sketched.firsts, memory).map(([from, to]) => ({
    kind: 'weigh' as const,
    sketched: sliceSketched(sketched, from, to),
    components,
  }))
  if (CAN_SHARE) {
    await workers.run(united, add)
    await workers.run(weighed, add)
  } else {
    for (const task of united) add(runUniteTask(task, thread))
    for (const task of weighed) add(runWeighTask(task, thread))
  }
  return { components, total }
}
