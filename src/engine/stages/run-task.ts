import type { PairBatch } from '../../model/pair.js'
import { type PrefixStatistics, samplePrefixes } from '../../plan/prefix-statistics.js'
import { runAuditTask } from './audit/audit-task.js'
import { runBandTask } from './bands/band-task.js'
import type { Block } from './blocks/block.js'
import { runSetsTask } from './groups/sets-task.js'
import { runEqualTask } from './identical/equal-task.js'
import { runJoinTask, runTopTask } from './join/join-task.js'
import { runHubTask } from './oversized/hub-task.js'
import { runLargeBucketsTask, runLargeListsTask } from './oversized/large-buckets.js'
import { dropJoinMemory, runLargeJoinTask } from './oversized/large-join-task.js'
import { runPrefixTask } from './prefixes/prefix-task.js'
import { runSketchTask } from './read/sketch-task.js'
import type { Task } from './tasks.js'
import { dropReused } from './threads/reused-arrays.js'
import { runCopiesTask, runVerifyTask } from './verify/verify-task.js'

/** The kind of the last task in this thread. */
let lastKind: Task['kind'] | undefined

/** Does one task, in a worker or in the main thread. */
export function runTask(task: Task): Block[] | Uint32Array | PairBatch | PrefixStatistics {
  if (task.kind !== lastKind) {
    dropReused()
    dropJoinMemory()
    lastKind = task.kind
  }
  switch (task.kind) {
    case 'sketch':
      return [runSketchTask(task)]
    case 'equal':
      return runEqualTask(task)
    case 'large-buckets':
      return [runLargeBucketsTask(task)]
    case 'large-lists':
      return [runLargeListsTask(task)]
    case 'hub':
      return runHubTask(task)
    case 'large-join':
      return runLargeJoinTask(task)
    case 'band':
      return runBandTask(task)
    case 'prefix':
      return runPrefixTask(task)
    case 'sets':
      return [runSetsTask(task)]
    case 'verify':
      return runVerifyTask(task)
    case 'audit':
      return runAuditTask(task)
    case 'copies':
      return runCopiesTask(task)
    case 'join':
      return runJoinTask(task)
    case 'top':
      return runTopTask(task)
    case 'try-prefixes':
      return samplePrefixes(task.sample, task.threshold)
  }
}
