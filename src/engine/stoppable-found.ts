import type { StopSignal } from '../model/stop-signal.js'
import { stoppable } from '../model/stoppable.js'
import type { Found } from './engine.js'

/** The same result, whose iterations end when the signal is aborted. */
export function stoppableFound<Result extends Found>(found: Result, signal: StopSignal | undefined): Result {
  if (signal === undefined) return found
  return {
    ...found,
    pairs: () => stoppable(found.pairs(), signal),
    clusters: () => stoppable(found.clusters(), signal),
    pairBatches: () => stoppable(found.pairBatches(), signal),
    clusterBatches: () => stoppable(found.clusterBatches(), signal),
  }
}
