import { InvalidArtifact } from '../../model/errors.js'
import { MODEL_PROBLEMS, type ModelProblem } from './fallback.js'
import type { MatchField } from './fields.js'
import { FIELD_KINDS } from './kind.js'
import { BINS } from './levels.js'
import { BUCKETS } from './recalibrate.js'

const FORMAT = 'likewise-match-model'
const VERSION = 1

/** A model learned from the fields of some tables, which can be applied to other rows of the same kind. */
export interface MatchModel {
  readonly format: typeof FORMAT
  readonly version: typeof VERSION
  readonly fields: readonly MatchField[]
  /** For each field and level of agreement: log2(m / u), including weights and labels. */
  readonly bits: readonly (readonly number[])[]
  /** What labels add to every pair, in bits. */
  readonly shift: number
  /** Matches per record of the smaller table, or of the only one. */
  readonly matched: number
  /** Whether a record had at most one match. */
  readonly oneToOne: boolean
  /** Corrected strengths in bits, at steps of 2 bits from −7 on; undefined: strengths are used as they are. */
  readonly correction?: readonly number[]
  /** What was wrong with it when it was learned; omitted if nothing. */
  readonly problem?: ModelProblem
}

export function makeModel(rest: Omit<MatchModel, 'format' | 'version'>): MatchModel {
  return { format: FORMAT, version: VERSION, ...rest }
}

/**
 * Checks and returns a model from JSON. Throws `InvalidArtifact` for anything else.
 *
 * @param name of the file, for messages
 */
export function parseModel(value: unknown, name: string): MatchModel {
  const refuse = (problem: string): never => {
    throw new InvalidArtifact('a match model', problem, 'create it again', name)
  }
  if (typeof value !== 'object' || value === null) return refuse('it is not an object')
  const model = value as Partial<MatchModel>
  if (model.format !== FORMAT) return refuse('it is not a match model')
  if (model.version !== VERSION) {
    return refuse(
      `model version ${String(model.version)} was written by another version of Likewise; this one reads version ${VERSION}`,
    )
  }
  const { fields, bits, shift, matched } = model
  const isNumber = (number: unknown) => typeof number === 'number' && Number.isFinite(number)
  if (!Array.isArray(fields) || fields.length === 0 || !fields.every(isField))
    return refuse('its fields are damaged')
  const isWhole =
    Array.isArray(bits) &&
    bits.length === fields.length &&
    bits.every((of) => Array.isArray(of) && of.length === BINS && of.every(isNumber))
  if (!isWhole || !isNumber(shift) || !isNumber(matched) || !(matched! > 0))
    return refuse('its numbers are damaged')
  const { correction, oneToOne, problem } = model
  const isCorrection =
    Array.isArray(correction) && correction.length === BUCKETS && correction.every(isNumber)
  if (correction !== undefined && !isCorrection) return refuse('its correction is damaged')
  if (typeof oneToOne !== 'boolean') return refuse('oneToOne is not true or false')
  if (problem !== undefined && !MODEL_PROBLEMS.includes(problem)) return refuse('its problem is not known')
  return model as MatchModel
}

function isField(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { name, a, b, kind, weight } = value as Partial<MatchField>
  return (
    [name, a, b].every((text) => typeof text === 'string') &&
    FIELD_KINDS.includes(kind!) &&
    typeof weight === 'number' &&
    weight > 0
  )
}
