/// <reference lib="esnext.disposable" preserve="true" />
import { basename, join, resolve } from 'node:path'
import { clusterAt } from '../cluster/cluster-columns.js'
import { sliceClusters } from '../cluster/cluster-slices.js'
import { nameMembers } from '../cluster/name-members.js'
import type { EngineRequest, Found, RunControl } from '../engine/engine.js'
import { namePairs } from '../engine/name-pairs.js'
import type { EarlierRun } from '../engine/node/node-earlier-run.js'
import { openWorkers } from '../engine/node/node-pool.js'
import type { SparkOutputs, SparkSide } from '../engine/spark/messages.js'
import { type SparkFound, sparkFind } from '../engine/spark/node-spark-find.js'
import { SparkSession } from '../engine/spark/node-spark-session.js'
import { sparkSource } from '../engine/spark/node-spark-source.js'
import { DEFAULT_MASTER, SPARK_OPTION_NAMES, type SparkOptions } from '../engine/spark/spark-options.js'
import { stoppableFound } from '../engine/stoppable-found.js'
import { checkNames } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import type { Plan } from '../model/plan.js'
import { unlessAborted } from '../model/stoppable.js'
import type { ExplainedPlan } from '../plan/explained-plan.js'
import { checkAnyRead } from '../read/all-skipped.js'
import { rejectIdOf } from '../read/sides.js'
import type { Source } from '../read/source.js'
import { removeTemporaryFolder } from '../temporary/node-leftovers.js'
import type { DocumentSource, ReadOptions } from './document-source.js'
import { explainRequest, makeTemporary, openSides } from './search.js'
import { READ_NAMES, type SearchParts, splitOptions } from './search-options.js'
import { isOfSpark, isReadBySpark, isUri, TABLE } from './spark-inputs.js'
import { planForUris, secondRunOf, sidesOfUris, sourceOfUris } from './spark-uris.js'

/** Where Spark is, how searches run on it, and how documents are read. */
type SparkSearchOptions = SparkOptions & Omit<ReadOptions, 'onError'>

/** Searches on Spark, one application for all of them. */
interface SparkSearches {
  find(
    source: DocumentSource,
    request?: EngineRequest<DocumentSource>,
    control?: RunControl,
    more?: SparkSearchMore,
  ): Promise<SparkFoundFiles>
  /** Makes a plan for documents that only Spark reads, from a sample that Spark takes. */
  plan(
    source: DocumentSource,
    request?: EngineRequest<DocumentSource>,
    control?: RunControl,
    more?: Pick<SparkSearchMore, 'againstFields'>,
  ): Promise<{ readonly explained: ExplainedPlan; readonly source: Source }>
  /**
   * Writes a file to a URI, or a table to `table:NAME`.
   *
   * @param write writes it to a path of this machine, as Parquet if it is a table
   */
  store<Result>(target: string, overwrite: boolean, write: (path: string) => Promise<Result>): Promise<Result>
  /** Ends the application. */
  close(): Promise<void>
}

/** What the command line knows of a search besides its request. */
interface SparkSearchMore {
  readonly againstFields?: Pick<ReadOptions, 'text' | 'id'> | undefined
  /** What will be written, which is checked before anything is read. */
  readonly outputs?: SparkOutputs
  /** Whether nothing but texts and ids is needed, because `dedup` of the result will not write anything. */
  readonly onlyTexts?: boolean
}

/** What Spark found, the plan that it followed, and what was read. */
export interface SparkFoundFiles extends Found {
  readonly explained: ExplainedPlan
  /** Without its id where that was detected and does not hold one for each record. */
  readonly source: Source
  readonly found: SparkFound
  /** Whether pairs inside the source were searched for in addition to those with `against`. */
  readonly alsoWithin: boolean
  /** The Spark that it ran on. */
  readonly spark: { readonly version: string; readonly master: string }
  /** Writes kept and removed documents, each as a folder of part files in the format of its ending. */
  dedup(request: SparkDedupRequest): Promise<{ readonly kept: number; readonly removed: number }>
}

/** Which documents are kept, and where they go; nothing is written without `files`. */
interface SparkDedupRequest {
  readonly survivor: 'first' | 'longest'
  readonly files?: { readonly kept: string; readonly removed: string; readonly overwrite: boolean }
}

/** Opens documents and plans as every search does, and has Spark carry the plan out. Nothing starts before the first search. */
export function openSpark(options: SparkSearchOptions = {}): SparkSearches {
  const { master, folder, conf, archives, log, ...reading } = options
  checkNames(options, [...SPARK_OPTION_NAMES, ...READ_NAMES.filter((name) => name !== 'onError')])
  const isFolderUri = folder !== undefined && isUri(folder)
  const shared = makeTemporary(isFolderUri ? reading.temporary : (folder ?? reading.temporary))
  const session = new SparkSession(
    {
      ...(master !== undefined && { master }),
      ...(conf !== undefined && { conf }),
      ...(archives !== undefined && { archives }),
      ...(log !== undefined && { log }),
    },
    { checkpoints: isFolderUri ? folder : absolute(shared), isFolderRequested: folder !== undefined },
  )
  const close = async () => {
    await session.close()
    removeTemporaryFolder(shared)
  }
  const partsOf = (
    request: EngineRequest<DocumentSource>,
    control: RunControl,
    againstFields: SparkSearchMore['againstFields'],
  ) => splitOptions({ ...reading, ...request, ...control, ...(againstFields && { againstFields }) })
  const checkFiles = (sides: readonly SparkSide[], signal: RunControl['signal'], outputs?: SparkOutputs) =>
    session.request({ do: 'files', sides, ...absoluteOutputs(outputs) }, {}, signal)
  return {
    async plan(source, request = {}, control = {}, { againstFields } = {}) {
      const parts = partsOf(request, control, againstFields)
      const opened = sourceOfUris(sidesOfUris(source, parts))
      const { sides } = opened.spark
      await checkFiles(sides, control.signal)
      return { explained: await planForUris(session, sides, parts), source: opened.source }
    },
    async find(source, request: EngineRequest<DocumentSource> = {}, control: RunControl = {}, more = {}) {
      const { againstFields, outputs, onlyTexts = false } = more
      const parts = partsOf(request, control, againstFields)
      control.signal?.throwIfAborted()
      const isRemote = isReadBySpark(source)
      const earlier = secondRunOf(parts, isRemote)
      const temporary = makeTemporary(shared)
      let found: SparkFound | undefined
      try {
        const opened = isRemote
          ? sourceOfUris(sidesOfUris(source, parts))
          : await openLocally(source, parts, temporary, onlyTexts, earlier)
        // A wrong name is reported before Spark waits for executors.
        if (isRemote || outputs !== undefined) await checkFiles(opened.spark.sides, control.signal, outputs)
        // Spark takes seconds to start: it does so while the plan is made.
        const starting = session.open(control.signal)
        starting.catch(() => {})
        const planned = isRemote ? undefined : await planOf(opened.source, parts, earlier)
        const explained = planned ?? (await planForUris(session, opened.spark.sides, parts))
        checkPlanForSpark(explained.plan)
        await starting
        found = await sparkFind(session, opened.spark, {
          plan: explained.plan,
          ...pickFind(parts),
          onlyTexts,
          ...control,
        })
        checkAnyRead(found.summary.documents, found.summary.skipped)
        const spark = { version: session.version!, master: master ?? DEFAULT_MASTER }
        const alsoWithin = request.alsoWithin === true
        const files = foundFiles(
          { found, explained, source: usedSource(opened.source, found), alsoWithin, spark },
          session,
          () => removeTemporaryFolder(temporary),
          control.signal,
        )
        return stoppableFound(files, control.signal)
      } catch (error) {
        await found?.release().catch(() => {})
        removeTemporaryFolder(temporary)
        throw error
      }
    },
    async store(target, overwrite, write) {
      const folder = makeTemporary(shared)
      try {
        const file = join(folder, TABLE.test(target) ? 'table.parquet' : basename(target))
        const result = await write(file)
        await session.request({ do: 'store', file: absolute(file), target, overwrite })
        return result
      } finally {
        removeTemporaryFolder(folder)
      }
    },
    close,
  }
}

function absoluteOutputs({ outputs, overwrite }: SparkOutputs = { outputs: [], overwrite: false }) {
  return { outputs: outputs.map(absolute), overwrite }
}

/** Refuses what the kernel in Python does not have. */
function checkPlanForSpark(plan: Plan): void {
  const { segment } = plan.shingle
  if (segment === 'dictionary')
    throw new InvalidOption('segment', segment, 'bigrams; Spark executors have no dictionaries')
  if (plan.method === 'bands' && plan.scheme.sketch === 'permutations')
    throw new InvalidOption('sketch', plan.scheme.sketch, 'fast-similarity or minhash for Spark')
}

/** @param onlyTexts whether copies of other formats need nothing but texts and ids; otherwise those of the own side have every field */
async function openLocally(
  documents: DocumentSource,
  parts: SearchParts,
  temporary: string,
  onlyTexts: boolean,
  earlier: EarlierRun | undefined,
) {
  const source = await openSides(documents, parts, temporary, onlyTexts ? { fields: [] } : {}, earlier)
  return { source, spark: sparkSource(source) }
}

function pickFind({ request: { audit, clusters, alsoWithin }, reading: { onError } }: SearchParts) {
  return {
    ...(audit !== undefined && { audit }),
    ...(clusters !== undefined && { clusters }),
    ...(alsoWithin !== undefined && { alsoWithin }),
    ...(onError !== undefined && { onError }),
  }
}

/** The plan that was requested, or one by a sample of the source; this thread reads it. */
async function planOf(
  source: Source,
  parts: SearchParts,
  earlier: EarlierRun | undefined,
): Promise<ExplainedPlan> {
  const run = await openWorkers(source, { workers: 1 })
  try {
    return await explainRequest(source, parts, run, { ...(earlier && { earlierRun: earlier }) })
  } finally {
    await run.workers.close()
  }
}

/** A path as all executors understand it; URIs and tables are left alone. Spark takes what follows the scheme literally: %20 is no space. */
function absolute(path: string): string {
  return isOfSpark(path) ? path : `file://${resolve(path)}`
}

/** The source without detected ids that turned out not to be ids. */
function usedSource(source: Source, { answer }: SparkFound): Source {
  return answer.sides.reduce(
    (used, { rejected_id: reason }, side) =>
      reason === null ? used : rejectIdOf(used, side === 0 ? 'own' : 'other', reason),
    source,
  )
}

function foundFiles(
  parts: Pick<SparkFoundFiles, 'found' | 'explained' | 'source' | 'alsoWithin' | 'spark'>,
  session: SparkSession,
  clean: () => void,
  signal: RunControl['signal'],
): SparkFoundFiles {
  const { found, source } = parts
  const { summary, pairs, clusters, boundary } = found
  let ids: ReturnType<SparkFound['idsOf']> | undefined
  const foundIds = () => {
    ids ??= found.idsOf([pairs.a, pairs.b, clusters.members])
    // If Spark were stopped, closing the result would start it again.
    return unlessAborted(ids, signal)
  }
  const close = async () => {
    await found.release()
    clean()
  }
  return {
    summary,
    ...parts,
    async dedup({ survivor, files }) {
      const chosen = await found.removed(survivor)
      return session.request(
        {
          do: 'dedup',
          search: found.answer.search,
          survivor,
          isChosen: chosen !== undefined,
          kept: files === undefined ? null : absolute(files.kept),
          removed: files === undefined ? null : absolute(files.removed),
          overwrite: files?.overwrite === true,
        },
        chosen === undefined ? {} : { columns: { ...chosen } },
        signal,
      )
    },
    async *pairs() {
      const idOf = await foundIds()
      const sides = source.against === undefined ? Number.POSITIVE_INFINITY : boundary
      yield* namePairs(pairs.count > 0 ? [pairs] : [], () => idOf, undefined, sides)
    },
    async *clusters() {
      const idOf = await foundIds()
      for (const row of clusters.centers.keys()) yield nameMembers(clusterAt(clusters, row), idOf)
    },
    async *pairBatches() {
      if (pairs.count > 0) yield pairs
    },
    async *clusterBatches() {
      yield* sliceClusters(clusters)
    },
    ids: (positions) => found.idsOf([Uint32Array.from(positions)]),
    close,
    [Symbol.asyncDispose]: close,
  }
}
