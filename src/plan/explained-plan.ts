import type { Plan } from '../model/plan.js'
import type { PlanAlternative, PlanChoice } from './choose-plan.js'
import { type Prediction, predict, type RunResources } from './predict.js'
import type { SampleStatistics } from './sample-statistics.js'

export const PLAN_FORMAT = 'likewise plan'
export const PLAN_VERSION = 3

/** What came of a run, beside what was predicted; what is not known is left out. */
export type ActualValues = Partial<
  Record<'documents' | 'candidates' | 'pairs' | 'memoryBytes' | 'diskBytes' | 'seconds', number>
>

/** A plan with its reasons, plain JSON: what a plan file holds. Only the plan itself is needed to follow it. */
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

/** Puts a choice together with the sample that it rests on and what it will lead to. */
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
