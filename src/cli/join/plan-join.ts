import type { MaxGroup } from '../../model/plan.js'
import type { Similarity } from '../../model/similarity.js'
import { joinThreshold } from '../../node/run-join.js'
import type { SetReading } from '../../node/set-input.js'
import type { OnError } from '../../read/bad-records.js'
import { holdsRecords } from '../../read/format.js'
import type { SetsOptions } from '../../read/sets/node-open-sets.js'
import type { Output } from '../../write/node-output.js'
import { checkStdin } from '../check-stdin.js'
import { checkRunDirectory } from '../find/plan-search.js'
import { planShingleRequest, readShingleRequest, type ShingleRequest } from '../find/shingle-request.js'
import { delimitedRequest, idRequest, type SourceRequest, sourceRequest } from '../input/source-request.js'
import { SHINGLE_OPTION_NAMES } from '../options/shingles.js'
import type { OptionName, OptionValues } from '../options/table.js'
import { checkStdout } from '../output/outputs.js'
import { asUsage, UsageError } from '../usage-error.js'

/** What join and probe have to do, as plain data derived from the command line alone. */
export interface JoinPlan {
  /** The files whose sets are a and b of a pair; with one file, all pairs within it. */
  readonly inputs: readonly string[]
  readonly reads: SetsRequest | DocumentsRequest
  readonly onError: OnError
  readonly similarity: Similarity
  /** Undefined with `top`, where one common element is enough. */
  readonly threshold: number | undefined
  readonly top: number | undefined
  readonly maxEqual: MaxGroup | undefined
  readonly workers: number | undefined
  readonly memory: number | undefined
  readonly runDir: string | undefined
  readonly resume: boolean
  readonly pairs: Output | undefined
  readonly count: boolean
  readonly json: boolean
  readonly quiet: boolean
}

/** For inputs that are files of sets. */
interface SetsRequest {
  readonly kind: 'sets'
  readonly options: SetsOptions
}

/** For inputs that are documents, whose shingles are the elements. */
interface DocumentsRequest {
  readonly kind: 'documents'
  readonly source: SourceRequest
  readonly shingle: ShingleRequest
}

export function planJoin(inputs: readonly string[], values: OptionValues): JoinPlan {
  const { similarity = 'jaccard', top } = values
  if (similarity === 'overlap' && values.threshold === undefined && top === undefined) {
    throw new UsageError(
      '--similarity overlap requires --threshold',
      'add --threshold with the minimum number of shared elements',
    )
  }
  const plan: JoinPlan = {
    inputs,
    reads: planReading(values),
    onError: values['on-error'] ?? 'stop',
    similarity,
    threshold: checkedThreshold(values),
    top,
    maxEqual: values['max-equal'],
    workers: values.workers,
    memory: values.memory,
    runDir: values['run-dir'],
    resume: values.resume === true,
    pairs: values.pairs === undefined ? undefined : { option: '--pairs', path: values.pairs },
    count: values.count === true,
    json: values.json === true,
    quiet: values.quiet === true,
  }
  checkStdin(inputs)
  checkRunDirectory(values)
  if (plan.count && plan.pairs !== undefined) {
    throw new UsageError('--count conflicts with --pairs', 'leave out one of the two')
  }
  checkStdout(plan.pairs === undefined ? [] : [plan.pairs], plan.json || plan.count)
  return plan
}

/** The options for turning documents into sets; `bag` applies to sets, too. */
const DOCUMENT_ONLY = SHINGLE_OPTION_NAMES.filter((name) => name !== 'bag')
const SET_OPTIONS: readonly OptionName[] = ['list', 'separator', 'set', 'element', 'times']

function planReading(values: OptionValues): SetsRequest | DocumentsRequest {
  const { text, format, encoding, exclude, bag, list, separator, set, element, times } = values
  const id = idRequest(values)
  const given = (names: readonly OptionName[]) => names.find((name) => values[name] !== undefined)
  const shingling = text === undefined ? given(DOCUMENT_ONLY) : 'text'
  const ofSets = format === 'sets' ? 'format sets' : given(SET_OPTIONS)
  if (shingling !== undefined) {
    if (ofSets !== undefined) {
      throw new UsageError(
        `--${shingling} is for documents and conflicts with --${ofSets}, which is for sets`,
        'leave out one of the two',
      )
    }
    return { kind: 'documents', source: sourceRequest(values), shingle: planShingleRequest(values) }
  }
  if (format !== undefined && format !== 'sets' && !holdsRecords(format)) {
    throw new UsageError(`--format ${format} is for documents`, 'add --shingle words:5')
  }
  if ((set === undefined) !== (element === undefined)) {
    const [here, missing] = set === undefined ? ['element', 'set'] : ['set', 'element']
    throw new UsageError(`--${here} requires --${missing}`, `name both fields, or the list with --list`)
  }
  if (times !== undefined && set === undefined) {
    throw new UsageError('--times requires --set and --element', 'name all three fields')
  }
  const alone = list === undefined ? (values.id === undefined ? separator && 'separator' : 'id') : 'list'
  if (set !== undefined && alone !== undefined) {
    throw new UsageError(
      `--${alone} is for one set per record and conflicts with --set and --element`,
      'leave out one or the other',
    )
  }
  return {
    kind: 'sets',
    options: {
      ...(format !== undefined && { format }),
      ...delimitedRequest(values),
      ...(encoding !== undefined && { encoding }),
      ...(exclude !== undefined && { exclude }),
      ...(id !== undefined && { id }),
      ...(bag === true && { bag }),
      ...(list !== undefined && { list }),
      ...(separator !== undefined && { separator }),
      ...(set !== undefined && { set }),
      ...(element !== undefined && { element }),
      ...(times !== undefined && { copies: times }),
    },
  }
}

/** How inputs become sets. Reads the file of stop words. */
export function readingOf({ reads }: JoinPlan): SetReading {
  if (reads.kind === 'sets') return reads
  return { kind: 'documents', options: reads.source, shingle: readShingleRequest(reads.shingle) }
}

/** Rejects what the engine would reject, before any file is touched. */
function checkedThreshold(values: OptionValues): number | undefined {
  const { similarity, threshold, top, 'max-equal': maxEqual } = values
  return asUsage(() => joinThreshold({ similarity, threshold, top, maxEqual }))
}
