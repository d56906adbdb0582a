import type { FieldOptions } from '../../apps/entities/choose-fields.js'
import { FIELD_KINDS } from '../../apps/entities/kind.js'
import type { MatchOptions } from '../../apps/entities/match-options.js'
import { InvalidOption } from '../../model/errors.js'
import { RECORD_FORMATS } from '../../read/consumers.js'
import { holdsRecords } from '../../read/format.js'
import type { TableOptions } from '../../read/tables/node-read-table.js'
import type { Output } from '../../write/node-output.js'
import { checkStdin } from '../check-stdin.js'
import { delimitedRequest, idRequest } from '../input/source-request.js'
import type { OptionValues } from '../options/table.js'
import { checkStdout } from '../output/outputs.js'
import { UsageError } from '../usage-error.js'

/** What match has to do, as plain data derived from the command line alone. */
export interface MatchPlan {
  readonly tables: readonly string[]
  readonly read: Omit<TableOptions, 'temporary'>
  /** The id field of each table, or one for all; false: none. */
  readonly ids: readonly string[] | false
  readonly match: Omit<MatchOptions, 'nicknames'>
  readonly nicknamesFile: string | undefined
  readonly pairs: Output | undefined
  readonly clusters: Output | undefined
  readonly suggestions: Output | undefined
  readonly savedModel: Output | undefined
  /** The HTML report. */
  readonly report: Output | undefined
  readonly labelsFile: string | undefined
  readonly modelFile: string | undefined
  readonly explain: boolean
  readonly json: boolean
  readonly quiet: boolean
}

export function planMatch(tables: readonly string[], values: OptionValues): MatchPlan {
  const { format, encoding, fields, ignore, threshold, partners, seed } = values
  const score = values['score-by']
  const onError = values['on-error']
  const checkField = values['check-field']
  const clusterThreshold = values['cluster-threshold']
  const plan: MatchPlan = {
    tables,
    read: {
      ...(format !== undefined && format !== 'sets' && { format }),
      ...delimitedRequest(values),
      ...(encoding !== undefined && { encoding }),
      ...(onError !== undefined && { onError }),
      ...(values.memory !== undefined && { memory: values.memory }),
    },
    ids: namedIds(idRequest(values)),
    match: {
      ...(fields !== undefined && { fields }),
      ...(ignore !== undefined && { ignore }),
      adjust: adjustmentsOf(values),
      ...(score !== undefined && { score }),
      ...(threshold !== undefined && { threshold }),
      ...(clusterThreshold !== undefined && { clusterThreshold }),
      ...(checkField !== undefined && { checkField }),
      ...(partners !== undefined && { partners }),
      ...(seed !== undefined && { seed }),
      ...(values['one-to-one'] === true && { oneToOne: true }),
    },
    nicknamesFile: values.nicknames,
    pairs: outputNamed('--pairs', values.pairs),
    clusters: outputNamed('--clusters', values.clusters),
    suggestions: outputNamed('--suggest-labels', values['suggest-labels']),
    savedModel: outputNamed('--save-model', values['save-model']),
    report: outputNamed('--report', values.report),
    labelsFile: values.labels,
    modelFile: values.model,
    explain: values.explain === true,
    json: values.json === true,
    quiet: values.quiet === true,
  }
  checkPlan(plan)
  return plan
}

function outputNamed(option: string, path: string | undefined): Output | undefined {
  return path === undefined ? undefined : { option, path }
}

/** The output files. */
export function outputsOf({ pairs, clusters, suggestions, savedModel, report }: MatchPlan): Output[] {
  return [pairs, clusters, suggestions, savedModel, report].filter((output) => output !== undefined)
}

function checkPlan(plan: MatchPlan): void {
  const { tables, match, clusters, read, ids } = plan
  const isOne = tables.length === 1
  checkStdin([...tables, plan.labelsFile, plan.modelFile])
  if (plan.modelFile !== undefined && (match.fields !== undefined || (match.adjust ?? []).length > 0)) {
    throw new UsageError(
      '--model sets which fields are compared, and how',
      'leave out --fields, --map, --kinds and --weights',
    )
  }
  if (match.score === 'points' && (plan.labelsFile ?? plan.modelFile) !== undefined) {
    throw new UsageError('--score-by points does not use labels or models', 'leave out --labels and --model')
  }
  if (isOne && match.oneToOne === true) {
    throw new UsageError('--one-to-one requires two tables', 'leave it out, or add a second table')
  }
  if (isOne && (match.adjust ?? []).some(({ b }) => b !== undefined)) {
    throw new UsageError('--map requires two tables', 'leave it out, or add a second table')
  }
  if (!isOne && match.clusterThreshold !== undefined) {
    throw new UsageError(
      '--cluster-threshold works with one table only, and there are two',
      'leave it out, or leave out one table',
    )
  }
  if (!isOne && clusters !== undefined) {
    throw new UsageError(
      '--clusters works with one table only, and there are two',
      'use --pairs, or leave out one table',
    )
  }
  if (ids !== false && (ids.length > 2 || ids.includes(''))) {
    throw new UsageError(
      `--id ${ids.join(',')} names ${ids.length} fields`,
      'name one field, or one for each table',
    )
  }
  if (read.format !== undefined && !holdsRecords(read.format)) {
    throw new UsageError(
      `--format ${read.format} is not a table format`,
      `use one of ${RECORD_FORMATS.join(', ')}`,
    )
  }
  checkStdout(outputsOf(plan), plan.json)
}

function namedIds(id: string | false | undefined): MatchPlan['ids'] {
  return id === false ? false : (id?.split(',') ?? [])
}

/** The options for individual fields, grouped by field. */
function adjustmentsOf({ map, kinds, weights }: OptionValues): FieldOptions[] {
  const names = new Set([...(map?.keys() ?? []), ...(kinds?.keys() ?? []), ...(weights?.keys() ?? [])])
  return [...names].map((a) => {
    const [b, kind, weight] = [map?.get(a), kinds?.get(a), weights?.get(a)]
    return {
      a,
      ...(b !== undefined && { b }),
      ...(kind !== undefined && { kind: kindNamed(kind) }),
      ...(weight !== undefined && { weight: weightOf(weight) }),
    }
  })
}

function kindNamed(text: string): (typeof FIELD_KINDS)[number] {
  const kind = FIELD_KINDS.find((name) => name === text)
  if (kind === undefined) throw wrong('--kinds', text, `one of ${FIELD_KINDS.join(', ')}`)
  return kind
}

function weightOf(text: string): number {
  const weight = Number(text)
  if (!(weight > 0 && weight < Number.POSITIVE_INFINITY)) throw wrong('--weights', text, 'a number above 0')
  return weight
}

function wrong(option: string, text: string, expected: string): UsageError {
  return UsageError.from(new InvalidOption(option, text, expected))
}
