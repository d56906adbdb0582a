import { type Interval, WIDE } from '../../apps/entities/expectations.js'
import type { ModelProblem } from '../../apps/entities/fallback.js'
import { betterColumn } from '../../apps/entities/fields.js'
import type { RecordMatches } from '../../apps/entities/match-tuned.js'
import { counted } from '../../model/quantities.js'
import type { Table } from '../../read/tables/node-read-table.js'
import { isTooLarge } from './cluster-sizes.js'
import type { RecordIds } from './write-matches.js'

/** Where the model comes from, and what becomes of it. */
export interface ModelUse {
  readonly hasLabels: boolean
  readonly hasModel: boolean
  /** What is wrong with the model that was saved. */
  readonly savedProblem: ModelProblem | undefined
}

/** With fewer pairs per record of the smaller table than this, the scores say little. */
const FEW_PAIRS = 0.005
/** If the expected precision or recall is below this, the pairs should be checked. */
const LOW_EXPECTATION = 0.7

/** If more than this share of the pairs rests on a single field, there is a warning. */
const UNCHECKED_SHARE = 0.2

/** Columns compared with a column of a different name, because of their values. */
export function remappedColumns(
  fields: RecordMatches['fields'],
  other: Table | undefined,
  mapped: ReadonlyMap<string, string> | undefined,
): string[] {
  const columns = new Set(other?.records.slice(0, 1).flatMap((record) => Object.keys(record)))
  return fields
    .filter(({ a, b }) => a !== b && columns.has(a) && mapped?.get(a) !== b)
    .map(
      ({ a, b }) =>
        `judging by its values, the column ${a} of the first table corresponds to ${b} of the second, not to ${a}: use --map if that is wrong`,
    )
}

/** Columns that the user mapped to one with different values, although another has similar ones. */
export function doubtfulMaps(
  mapped: ReadonlyMap<string, string> | undefined,
  [one, other]: readonly Pick<Table, 'records'>[],
): string[] {
  if (mapped === undefined || one === undefined || other === undefined) return []
  return [...mapped].flatMap(([a, b]) => {
    const better = betterColumn(one.records, a, other.records, b)
    return better === undefined
      ? []
      : [
          `--map ${a}=${b}: these columns have few or no words in common; ${better} of the second table has more in common with ${a} of the first`,
        ]
  })
}

/** The same table twice, probably to find its duplicates. */
export function sameTable([one, other]: readonly string[]): string[] {
  return one === other
    ? [
        'both tables are the same, so every record matches itself: to find duplicates in a table, pass it once',
      ]
    : []
}

/** Ids that do not identify a record. */
export function repeatedIds(
  { field, idOf }: RecordIds,
  { name, records }: Pick<Table, 'name' | 'records'>,
): string[] {
  if (field === undefined) return []
  const ids = new Set(Array.from(records, (_, position) => String(idOf(position))))
  const repeats = records.length - ids.size
  return repeats === 0
    ? []
    : [
        `${counted(repeats, 'record')} of ${name} ${repeats === 1 ? 'has' : 'have'} the same ${field} as an earlier one: the results do not tell them apart`,
      ]
}

/** Columns left out because of their names, which may mislead. */
export function answerWarning(answers: readonly string[]): string[] {
  if (answers.length === 0) return []
  const isOne = answers.length === 1
  return [
    `${isOne ? 'column' : 'columns'} not compared: ${answers.join(', ')}, because ${isOne ? 'the name suggests' : 'the names suggest'} known answers; to compare ${isOne ? 'it' : 'them'}, list the columns with --fields`,
  ]
}

function isWide(interval: Interval | undefined): boolean {
  return interval !== undefined && interval[1] - interval[0] > WIDE
}

const PROBLEMS: Readonly<Record<ModelProblem, string>> = {
  collapsed: 'the fields do not separate matches from other pairs, so nothing could be learned',
  'few-matches': 'the learned model finds almost no likely pairs',
  'missed-many': 'the learned model misses many pairs',
  'single-field': 'no other field checks what the model learned from a single one',
}

/** Problems of the learned model, and pairs that are uncertain. */
function problemsOf(
  {
    method,
    modelProblem,
    uncheckedPairs,
    relatedPairs,
    relatedFields,
    hasLabels,
    hasModel,
    savedProblem,
  }: Learned,
  pairs: number,
): string[] {
  const instead =
    method === 'mutual-best'
      ? '; instead, each pair consists of two records that are the best match for each other by their words and letters, and scores are cosines'
      : ''
  // Many tables have few matches.
  const isUsual = modelProblem === 'few-matches' && method !== 'mutual-best' && !hasModel
  return [
    ...(modelProblem === undefined || isUsual
      ? []
      : [
          `${hasModel ? 'the model had a problem when it was saved: ' : ''}${PROBLEMS[modelProblem]}${instead}`,
        ]),
    ...(savedProblem === undefined
      ? []
      : [
          `the saved model is not reliable, because ${PROBLEMS[savedProblem]}${hasLabels ? '' : ': label some pairs with --suggest-labels and --labels, and save it again'}`,
        ]),
    ...(relatedPairs > UNCHECKED_SHARE * pairs
      ? [
          `${relatedPairs} of ${counted(pairs, 'pair')} ${relatedPairs === 1 ? 'disagrees' : 'disagree'} in fields that differ too often for errors (${relatedFields.join(', ')}): such records may be related, like members of a household, and not the same${hasLabels ? '' : '; label some pairs with --suggest-labels and --labels'}, or use --ignore for fields that say nothing about what a record describes`,
        ]
      : []),
    ...(uncheckedPairs > UNCHECKED_SHARE * pairs
      ? [
          `${uncheckedPairs} of ${counted(pairs, 'pair')} can be compared in only one field, so no other field confirms ${uncheckedPairs === 1 ? 'it' : 'them'}: ${uncheckedPairs === 1 ? 'it may not be a match' : 'they may not be matches'}`,
        ]
      : []),
  ]
}

type Learned = Pick<
  RecordMatches,
  | 'expectedPrecision'
  | 'expectedRecall'
  | 'precisionInterval'
  | 'recallInterval'
  | 'uncheckedPairs'
  | 'relatedPairs'
  | 'relatedFields'
  | 'method'
  | 'modelProblem'
> &
  ModelUse

/** What the user should know of the result. */
export function warningsOf(
  result: Learned,
  {
    pairs,
    largestCluster,
    records,
    smaller,
    fewPairs,
  }: {
    readonly pairs: number
    readonly largestCluster: number
    readonly records: number
    /** The number of records in the smaller table, or in the only one. */
    readonly smaller: number
    /** What to say if almost nothing was found. */
    readonly fewPairs: () => string
  },
): string[] {
  const { expectedPrecision, expectedRecall, modelProblem, method } = result
  return [
    ...problemsOf(result, pairs),
    ...(pairs < FEW_PAIRS * smaller && !(modelProblem === 'few-matches' && method === 'mutual-best')
      ? [fewPairs()]
      : []),
    ...((expectedPrecision ?? 1) < LOW_EXPECTATION
      ? ['many of the pairs are doubtful: check them with --explain, or raise --threshold']
      : []),
    ...((expectedRecall ?? 1) < LOW_EXPECTATION && pairs > 0
      ? ['many matches are likely to be missed: compare more columns, or lower --threshold']
      : []),
    ...withheldWarning(result, pairs),
    ...(isTooLarge(largestCluster, records)
      ? [`the largest cluster has ${largestCluster} records: check whether they are the same thing`]
      : []),
  ]
}

/** Which expected values are not given, and why. */
function withheldWarning(result: Learned, pairs: number): string[] {
  const withheld = [
    ...(isWide(result.precisionInterval) ? ['precision'] : []),
    ...(isWide(result.recallInterval) ? ['recall'] : []),
  ]
  if (withheld.length === 0) return []
  const advice = result.hasLabels
    ? 'check some with --explain'
    : 'label some with --suggest-labels and --labels'
  return [
    `the fields cannot show the ${withheld.join(' and ')} of the pairs, because ${reasonOf(result, pairs)}: ${advice}`,
  ]
}

function reasonOf({ modelProblem, relatedPairs, uncheckedPairs }: Learned, pairs: number): string {
  if (modelProblem === 'collapsed') return 'they do not separate matches from other pairs'
  if (relatedPairs > UNCHECKED_SHARE * pairs) return 'many of them may be related records'
  if (uncheckedPairs > UNCHECKED_SHARE * pairs) return 'many of them rest on a single field'
  return 'the fields contradict each other, or there are too few pairs'
}
