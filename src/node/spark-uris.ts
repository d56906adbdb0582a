// Inputs that Spark reads itself: URIs such as s3a://bucket/articles, and tables of its catalog.

import { makeSample } from '../engine/inline/plan-sample.js'
import { makePlan, readPlanRequest } from '../engine/make-plan.js'
import type { EarlierRun } from '../engine/node/node-earlier-run.js'
import type { RowsMessage, SampleAnswer, SparkSide } from '../engine/spark/messages.js'
import { values } from '../engine/spark/node-packed-numbers.js'
import type { SparkSession } from '../engine/spark/node-spark-session.js'
import type { SparkSource } from '../engine/spark/node-spark-source.js'
import { InvalidOption } from '../model/errors.js'
import { keptFrom } from '../model/plan.js'
import { choosePlan } from '../plan/choose-plan.js'
import { type ExplainedPlan, explainChoice, explainPlan } from '../plan/explained-plan.js'
import { sampleStatistics } from '../plan/sample-statistics.js'
import { layoutNotes, type Source } from '../read/source.js'
import { shingleCollection } from '../text/shingles.js'
import { type DocumentSource, pathsOf, type ReadOptions } from './document-source.js'
import { indexAmong, isLiveIndex } from './open-index-side.js'
import { earlierRunOf } from './search.js'
import type { SearchParts } from './search-options.js'
import { formatOf, isReadBySpark, readerOptions, TABLE } from './spark-inputs.js'

/** Documents of a sample. */
const SAMPLE = 8192

/** The sides of a search, by URIs. */
export function sidesOfUris(source: DocumentSource, { against, reading }: SearchParts): SparkSide[] {
  const own = sideOf(source, reading)
  if (against === undefined) return [own]
  const others = against.source as DocumentSource
  if (!isReadBySpark(others)) throw new InvalidOption('against', 'local paths', 'URIs, like the source')
  return [own, sideOf(others, { ...reading, ...against.fields })]
}

function sideOf(source: DocumentSource, reading: ReadOptions): SparkSide {
  const { text = 'text', id, format } = reading
  const paths = pathsOf(source)!
  if (paths.length > 1 && paths.some((path) => TABLE.test(path)))
    throw new InvalidOption(
      'source',
      'a table together with other inputs',
      'one table, or any number of URIs',
    )
  // Two that differ only in their delimiters are of two formats.
  const formats = paths.map((path) => JSON.stringify([formatOf(path, format), readerOptions(path, reading)]))
  if (new Set(formats).size > 1)
    throw new InvalidOption('source', paths, 'inputs of one format', 'the inputs have several formats')
  return {
    format: formatOf(paths[0]!, format),
    options: readerOptions(paths[0]!, reading),
    paths: paths.map((path) => path.replace(TABLE, '')),
    textFields: typeof text === 'string' ? [text] : text,
    idField: id === undefined || id === false ? null : id,
    isIdDetected: false,
    isListed: false,
  }
}

/** What is searched, as Spark gets it and as reports name it. */
export function sourceOfUris(sides: readonly SparkSide[]): {
  readonly spark: SparkSource
  readonly source: Source
} {
  const [own, others] = sides
  const fields = (side: SparkSide) => ({
    textFields: side.textFields,
    idField: side.idField ?? undefined,
    notes: layoutNotes([]),
  })
  const files = sides.flatMap(({ paths }) => paths.map((path) => ({ name: path, path, bytes: 0 })))
  return {
    spark: { sides, skipped: [] },
    source: {
      files,
      inputs: undefined,
      ...fields(own!),
      skipped: [],
      ...(others && {
        against: { firstFile: own!.paths.length, ownInputs: undefined, ...fields(others) },
      }),
      async close() {},
    },
  }
}

/** The plan that was requested, or one by a sample that Spark takes. */
export async function planForUris(
  session: SparkSession,
  sides: readonly SparkSide[],
  { request: { audit: _, clusters: __, alsoWithin = false, ...planned }, running }: SearchParts,
): Promise<ExplainedPlan> {
  if (planned.plan !== undefined) return explainPlan(makePlan(planned))
  const requested = readPlanRequest(planned)
  const request = { do: 'sample', sides, most: SAMPLE } as const
  const texts: string[] = []
  const onRows = ({ columns }: RowsMessage) => texts.push(...values<string>(columns.json!))
  const taken = await session.request<SampleAnswer>(request, { onRows }, running.signal)
  const sample = makeSample(
    shingleCollection(texts, requested.shingle),
    texts,
    Math.max(taken.documents, texts.length),
    sides.length > 1 ? { of: Uint8Array.from(taken.sides), alsoWithin } : undefined,
  )
  const threshold = keptFrom(requested)
  const statistics = sampleStatistics(sample, {
    request: { ...requested, threshold },
    prefixesFor: threshold,
  })
  return explainChoice(choosePlan(requested, statistics), statistics, { workers: 1 })
}

/** The run to compare with, if there is one: Spark reads its inputs and follows its plan. An index has no texts that it could read. */
export function secondRunOf(parts: SearchParts, isRemote: boolean): EarlierRun | undefined {
  const others = parts.against?.source
  if (others === undefined) return undefined
  if (isLiveIndex(others) || indexAmong(others) !== undefined)
    throw new InvalidOption(
      'against',
      'an index',
      'documents; Spark cannot read an index, so compare with it without Spark',
    )
  const run = earlierRunOf(parts)
  if (run !== undefined && isRemote)
    throw new InvalidOption('against', 'a run directory', 'URIs or tables, like the source')
  return run
}
