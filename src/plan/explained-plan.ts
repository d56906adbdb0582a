import type { Plan } from '../model/plan.js'
import type { PlanAlternative, PlanChoice } from './choose-plan.js'
import { type Prediction, predict, type RunResources } from './predict.js'
import type { SampleStatistics } from './sample-statistics.js'

export const PLAN_FORMAT = 'likewise plan'
export const PLAN_VERSION = 3

/** The actual values of a run, for comparison with the predicted ones; unknown values are omitted. */
export type ActualValues = Partial<
  Record<'documents' | 'candidates' | 'pairs' | 'memoryBytes' | 'diskBytes' | 'seconds', number>
>

/** A plan with its reasons, as plain JSON: the content of a plan file. Only the plan itself is needed to follow it. */
export interface ExplainedPlan {
  readonly format: typeof PLAN_FORMAT
  readonly version: typeof PLAN_VERSION
  readonly plan: Plan
  readonly reason?: string
  readonly alternatives?: readonly PlanAlternative[]
  readonly sample?: SampleStatistics
  readonly predicted?: Prediction
  readonly actual?: ActualValues
}

/** Combines a choice with the sample that it is based on and its predictions. */
export function explainChoice(
  { plan, reason, alternatives }: PlanChoice,
  sample: SampleStatistics,
  resources: RunResources,
): ExplainedPlan {
  const predicted = predict(plan, sample, resources)
  return { format: PLAN_FORMAT, version: PLAN_VERSION, plan, reason, alternatives, sample, predicted }
}

/** A plan that was made without a sample. */
export function explainPlan(plan: Plan): ExplainedPlan {
  return { format: PLAN_FORMAT, version: PLAN_VERSION, plan }
}
