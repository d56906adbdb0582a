import { tmpdir } from 'node:os'
import { checkPlannable, makePlan } from '../engine/make-plan.js'
import {
  type EarlierRun,
  isRunDirectory,
  openEarlierRun,
  planOfRun,
} from '../engine/node/node-earlier-run.js'
import type { NodeFindOptions, NodeFindResult } from '../engine/node/node-engine-options.js'
import { nodeFind } from '../engine/node/node-find.js'
import { nodePlan } from '../engine/node/node-plan.js'
import { openWorkers, type RunWorkers } from '../engine/node/node-pool.js'
import type { PlanOptions } from '../engine/stages/plan-run.js'
import { checkPath } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import type { StopSignal } from '../model/stop-signal.js'
import { type ExplainedPlan, explainPlan } from '../plan/explained-plan.js'
import { hintsFor } from '../plan/run-hints.js'
import { checkAnyRead } from '../read/all-skipped.js'
import { spoolFault } from '../read/node-fault.js'
import { joinSides } from '../read/sides.js'
import type { Source } from '../read/source.js'
import type { LiveIndex } from '../store/live-index.js'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary/node-leftovers.js'
import { type DocumentSource, type Needs, openDocuments, pathsOf } from './document-source.js'
import { type IndexSide, openIndexSide } from './open-index-side.js'
import { poolOf } from './pool-of.js'
import type { SearchParts } from './search-options.js'

/** Everything else that is needed of a source follows from the options. */
type SearchNeeds = Omit<Needs, 'memory' | 'workers' | 'signal' | 'onRecords'>

/** Callbacks and needs of the caller of a search. */
export interface SearchHooks {
  /** What is needed of the source in addition to text and id. */
  readonly needs?: SearchNeeds
  /** Fields that the run directory stores, for choosing survivors later. */
  readonly remember?: NodeFindOptions['remember']
  /** Whether documents will be added to the index that is compared with. Default: false. */
  readonly writesIndex?: boolean
  /** Whether the sample that the plan is based on will be shown. Default: true. */
  readonly showsSample?: boolean
  /** Called when a step begins. Only `planning` reports no progress. */
  readonly onStep?: (step: 'opening' | 'planning' | 'searching') => void
  /** Called with the inputs, when they are known and before they are searched. */
  readonly onOpened?: (source: Source) => void
}

/** What was searched, how, and what was found, with the files that contain it. */
export interface Search {
  readonly source: Source
  readonly explained: ExplainedPlan
  readonly result: NodeFindResult
  /** The index that was compared with, if it is one. */
  readonly index?: LiveIndex
  /** The memory budget, in bytes; omitted: no limit. */
  readonly memory?: number
  /** The signal that stops the run, and what is done with its result. */
  readonly signal?: StopSignal
  /** Removes all temporary files; a second call does nothing. */
  close(): void
}

/** Opens a source, plans the search from a sample of it, and searches. */
export async function search(
  documents: DocumentSource,
  parts: SearchParts,
  { needs, remember, writesIndex = false, showsSample = true, onStep, onOpened }: SearchHooks = {},
): Promise<Search> {
  const { request, reading, running, memory } = parts
  const pool = poolOf({ ...(parts.pool && { pool: parts.pool }) })
  const { signal } = running
  signal?.throwIfAborted()
  const temporary = makeTemporary(reading.temporary)
  let run: RunWorkers | undefined
  let result: NodeFindResult | undefined
  let side: IndexSide | undefined
  const close = () => {
    void side?.close()
    side = undefined
    result?.close()
    removeTemporaryFolder(temporary)
  }
  try {
    onStep?.('opening')
    side = await openIndexOf(parts, writesIndex)
    const index = side?.index
    const earlierRun = earlierRunOf(parts, index)
    const source = await openSides(documents, parts, temporary, needs, earlierRun, index)
    signal?.throwIfAborted()
    onOpened?.(source)
    onStep?.('planning')
    run = await openWorkers(source, {
      ...running,
      ...(memory !== undefined && { memory }),
      ...(pool && { pool }),
    })
    signal?.throwIfAborted()
    const explained = await explainRequest(source, parts, run, {
      ...(earlierRun && { earlierRun }),
      ...(index && { index }),
      needsSample: showsSample,
    })
    onStep?.('searching')
    const { audit, clusters, alsoWithin } = request
    const { onError } = reading
    result = await nodeFind(source, {
      plan: explained.plan,
      ...(explained.sample && { hints: hintsFor(explained.plan, explained.sample) }),
      ...(earlierRun && { earlierRun }),
      ...(index && {
        findOthers: (await import('./index-side.js')).othersInIndex(
          index,
          source,
          temporary,
          audit !== undefined,
          signal,
        ),
      }),
      ...(clusters !== undefined && { clusters }),
      ...(alsoWithin !== undefined && { alsoWithin }),
      ...(audit !== undefined && { audit }),
      ...(onError !== undefined && { onError }),
      ...(memory !== undefined && { memory }),
      ...(remember !== undefined && { remember }),
      ...running,
      run,
      temporary,
    })
    checkAnyRead(result.documents, result.skipped)
    if (index !== undefined) result = { ...result, ...(await countIndex(result, index)) }
    const known = {
      ...(index && { index }),
      ...(memory !== undefined && { memory }),
      ...(signal && { signal }),
    }
    return { source: result.source, explained, result, ...known, close }
  } catch (error) {
    await run?.workers.close()
    close()
    throw signal?.aborted ? signal.reason : error
  }
}

/** Opens a source, with the documents to compare with, if there are any. */
export async function openSides(
  documents: DocumentSource,
  {
    reading,
    running: { workers, signal, onProgress },
    memory,
    against,
  }: Pick<SearchParts, 'reading' | 'running' | 'memory' | 'against'>,
  temporary: string,
  needs: SearchNeeds = {},
  run?: EarlierRun,
  index?: LiveIndex,
): Promise<Source> {
  const budget = { ...(memory !== undefined && { memory }), ...(workers !== undefined && { workers }) }
  let before = 0
  let read = 0
  const onRecords = (records: number) => {
    read = before + records
    onProgress?.({ stage: 'read', done: read, total: 0, documents: read })
    signal?.throwIfAborted()
  }
  const watched = { ...budget, signal, onRecords }
  const source = await openDocuments(documents, { ...reading, temporary }, { ...needs, ...watched })
  if (against === undefined || index !== undefined) return source
  before = read
  // Of the other documents, only texts and ids are needed.
  const options = { ...reading, ...against.fields, ...run?.fields, temporary }
  const others = await openDocuments(run?.inputs ?? (against.source as DocumentSource), options, {
    fields: [],
    ...watched,
    name: 'against',
  })
  run?.checkInputs(others)
  return joinSides(source, others, run === undefined ? 'texts' : 'texts of a run')
}

/** The index whose documents others are compared with, if one was named. */
export async function openIndexOf(
  { against, running }: Pick<SearchParts, 'against' | 'running'>,
  isWritten: boolean,
): Promise<IndexSide | undefined> {
  const side = against && (await openIndexSide(against.source, against.index ?? {}, isWritten))
  if (side === undefined || running.runDir === undefined) return side
  await side.close()
  throw new InvalidOption('runDir', running.runDir, 'no run directory with an index, which may change')
}

/** The documents of an index are counted by it: the run has read those only that share a band. */
async function countIndex(
  { against }: NodeFindResult,
  index: LiveIndex,
): Promise<Pick<NodeFindResult, 'against'>> {
  const { documents, empty } = await index.stats()
  return against === undefined ? {} : { against: { ...against, documents, empty } }
}

/** The run whose documents others are compared with, if a run directory was named. */
export function earlierRunOf(
  { against }: Pick<SearchParts, 'against'>,
  index?: LiveIndex,
): EarlierRun | undefined {
  if (against === undefined || index !== undefined) return undefined
  const paths = pathsOf(against.source as DocumentSource)
  if (paths === undefined || !paths.some(isRunDirectory)) return undefined
  if (paths.length > 1)
    throw new InvalidOption('against', paths.join(', '), 'a single run directory, or documents')
  return openEarlierRun(paths[0]!)
}

/** What documents are compared with, if not with each other, and how the sample is read otherwise. */
interface Explaining extends Pick<PlanOptions, 'onBad' | 'needsSample'> {
  readonly earlierRun?: EarlierRun
  readonly index?: LiveIndex
}

/** The plan that was requested, or one by a sample of the source. */
export async function explainRequest(
  source: Source,
  {
    request,
    reading: { onError },
    running: { workers },
  }: Pick<SearchParts, 'request' | 'reading' | 'running'>,
  run: RunWorkers,
  { earlierRun, index, ...sampling }: Explaining = {},
): Promise<ExplainedPlan> {
  const { clusters, audit, ...planned } = request
  // Options that conflict with a plan are rejected, whatever the documents are compared with.
  if (planned.plan !== undefined) checkPlannable(planned)
  if (index !== undefined) {
    const { planOfIndex } = await import('./index-side.js')
    return explainPlan(planOfIndex(index, planned))
  }
  if (earlierRun !== undefined) return explainPlan(planOfRun(earlierRun, planned))
  if (planned.plan !== undefined) return explainPlan(makePlan(planned))
  return nodePlan(
    source,
    {
      ...planned,
      ...(workers !== undefined && { workers }),
      ...(onError !== undefined && { onError }),
      ...sampling,
    },
    run,
  )
}

/** A folder for everything temporary of a search. */
export function makeTemporary(parent: string = tmpdir()): string {
  checkPath('temporary', parent, 'the path of a folder')
  try {
    return makeTemporaryFolder(parent)
  } catch (error) {
    throw spoolFault(parent, error)
  }
}
