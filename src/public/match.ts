// `likewise/match`: finds records that describe the same thing.

export type { FieldAgreement, GradeAgreement } from '../apps/entities/agreement-table.js'
export { type FieldCheck, type MeanDistance, precisionFromField } from '../apps/entities/check-field.js'
export type { FieldOptions } from '../apps/entities/choose-fields.js'
export type { ValueComparison } from '../apps/entities/compare-values.js'
export type { DayOrder } from '../apps/entities/dates.js'
export type { FieldExplanation, MatchExplanation } from '../apps/entities/explain-match.js'
export type { MatchField } from '../apps/entities/fields.js'
export type { ScoreBin } from '../apps/entities/histogram.js'
export { recordCandidates } from '../apps/entities/identical-fields.js'
export type { FieldKind } from '../apps/entities/kind.js'
export type { MatchLabel } from '../apps/entities/labels.js'
export { type MatchModel, parseModel } from '../apps/entities/match-model.js'
export type { MatchOptions } from '../apps/entities/match-options.js'
export { matchRecords } from '../apps/entities/match-records.js'
export type { RecordMatches } from '../apps/entities/match-tuned.js'
export { NICKNAMES, parseNicknames } from '../apps/entities/nicknames.js'
export { normalizeValue } from '../apps/entities/normalize-value.js'
export type { RecordFields, RecordLike, RecordValue } from '../apps/entities/record.js'
export {
  type FieldScore,
  type RecordScore,
  type RecordScoreOptions,
  recordScore,
} from '../apps/entities/score.js'
export type { SuggestedPair } from '../apps/entities/suggest-pairs.js'
export type { Softening } from '../apps/entities/word-distance.js'
