import { JoinMemory } from '../../../kernel/join-memory.js'
import { isSymmetric } from '../../../model/similarity.js'
import { blockPairs } from './block-pairs.js'
import type { JoinContext } from './join-context.js'
import type { SetTask } from './join-task.js'
import { prepareBlocks, prepareTopBlocks, threadsFor } from './prepare-step.js'
import { cutRange, ranges } from './ranges.js'
import type { JoinSettings } from './settings.js'
import { BlockBuffer, type LoadedBlock, type StoredSets } from './stored-sets.js'

/** Joins every two blocks that can match, and passes each batch of pairs to `context.take`. */
export async function joinStored(
  [left, right]: readonly StoredSets[],
  settings: JoinSettings,
  wants: 'pairs' | 'count',
  context: JoinContext,
): Promise<void> {
  const directed = settings.top !== undefined || !isSymmetric(settings.similarity)
  const steps = blockPairs(left!.blocks, right?.blocks, { ...settings, directed })
  const { portions, memory: taken } = context
  const perStep = portions?.portionsOf(steps.length) ?? 1
  // A join overwrites its memory, so the sets can be there only if there is a single step.
  const areInMemory = taken !== undefined && steps.length === 1
  const memory = areInMemory ? taken : new JoinMemory()
  const buffers = [new BlockBuffer(), new BlockBuffer()] as const
  let loaded: { readonly number: number; readonly block: LoadedBlock } | undefined
  let isUsed = false
  for (const [step, [i, j]] of steps.entries()) {
    const nameOf = (portion: number) => `pairs-${i}-${j}-${portion}-of-${perStep}`
    const found = new Set<number>()
    for (let portion = 0; portion < perStep; portion++) {
      if (portions?.replay(nameOf(portion), context.take)) found.add(portion)
    }
    const progress = (share: number) => context.onProgress?.((step + share) / steps.length)
    if (found.size === perStep) {
      progress(1)
      continue
    }
    const isSelf = right === undefined && i === j
    if (loaded?.number !== i) loaded = { number: i, block: left!.blocks[i]!.load(buffers[0]) }
    const other = isSelf ? undefined : (right ?? left!).blocks[j]!.load(buffers[1])
    if (isUsed) memory.reset()
    isUsed = true
    const work = await prepareWork(loaded.block, other, settings, context, {
      isOneSource: right === undefined,
      areInMemory,
      memory,
      job: step,
      wants,
    })
    await runPortions(work, { perStep, found, nameOf }, context, progress)
  }
}

/** Two prepared blocks: ranges of probes can be searched in any order. */
interface StepWork {
  /** Where the elements of each probe begin. */
  readonly starts: Uint32Array
  readonly taskOf: (from: number, to: number) => SetTask
  /** The share of the total work that the probes before this one account for. */
  readonly shareOf: (to: number) => number
}

interface StepOptions {
  readonly isOneSource: boolean
  readonly areInMemory: boolean
  readonly memory: JoinMemory
  /** Distinguishes the steps of a run. */
  readonly job: number
  readonly wants: 'pairs' | 'count'
}

async function prepareWork(
  left: LoadedBlock,
  right: LoadedBlock | undefined,
  settings: JoinSettings,
  context: JoinContext,
  { memory, job, wants, ...how }: StepOptions,
): Promise<StepWork> {
  const { top } = settings
  if (top !== undefined) {
    const search = prepareTopBlocks(left, right, settings, top, memory)
    const { starts, count } = search.probes
    return {
      starts,
      taskOf: (from, to) => ({ kind: 'top', job, search, from, to }),
      shareOf: (to) => to / count,
    }
  }
  const threads = threadsFor(context, [left, right], memory)
  const join = await prepareBlocks(left, right, settings, how, memory, threads)
  const { starts, count } = join.probes
  return {
    starts,
    taskOf: (from, to) => ({
      kind: 'join',
      job,
      memory: memory.memory,
      join,
      from,
      to,
      wants,
      maxPairs: context.maxPairs,
    }),
    // In one collection, a probe is compared with the sets before it: with all of them at a low threshold, with those of its size at a high
    // one. The number of elements underestimates the pairs of small sets, and the number of sets underestimates the work for large ones, so
    // their geometric mean is used.
    shareOf: (to) => Math.sqrt((to / count) * (starts[to]! / starts[count]!)) ** (join.isSelf ? 1.5 : 1),
  }
}

interface StepPortions {
  readonly perStep: number
  /** The portions that an earlier run completed. */
  readonly found: ReadonlySet<number>
  readonly nameOf: (portion: number) => string
}

/** A range of the probes of a portion. */
interface PortionTask {
  readonly portion: number
  readonly from: number
  readonly to: number
}

/** Searches the missing portions concurrently, and stores each when it is complete. */
async function runPortions(
  { starts, taskOf, shareOf }: StepWork,
  { perStep, found, nameOf }: StepPortions,
  { pool, portions, take }: JoinContext,
  onProgress: (share: number) => void,
): Promise<void> {
  let tasks: PortionTask[] = []
  cutRange(starts, perStep).forEach(([first, end], portion) => {
    if (found.has(portion)) return
    for (const [from, to] of ranges(starts, pool.size, first, end)) tasks.push({ portion, from, to })
  })
  const left = new Map<number, number>()
  for (const { portion } of tasks) left.set(portion, (left.get(portion) ?? 0) + 1)
  const open = new Map([...left.keys()].map((portion) => [portion, portions?.open(nameOf(portion))]))
  for (let portion = 0; portion < perStep; portion++) {
    if (!found.has(portion) && !left.has(portion)) portions?.open(nameOf(portion)).end()
  }
  const count = tasks.length
  let done = 0
  // A task that finds too many pairs leaves the rest of its range for the next round.
  while (tasks.length > 0) {
    const round = tasks
    const rest: PortionTask[] = []
    await pool.run(
      round.map(({ from, to }) => taskOf(from, to)),
      (batch, number) => {
        const { portion, to } = round[number]!
        take(batch)
        open.get(portion)?.add(batch)
        if (batch.next < to) {
          rest.push({ portion, from: batch.next, to })
          return
        }
        left.set(portion, left.get(portion)! - 1)
        if (left.get(portion) === 0) {
          open.get(portion)?.end()
          open.delete(portion)
        }
        onProgress(++done / count)
      },
      (first) => shareOf(round[first - 1]!.to),
    )
    tasks = rest.sort((one, other) => one.from - other.from)
  }
}
