import type { SparkOptions } from '../../engine/spark/spark-options.js'
import type { openSpark } from '../../node/spark-search.js'
import type { Context } from '../context.js'
import type { SearchPlan } from '../find/plan-search.js'
import { withSpark } from './with-spark.js'

/** The plan that find would follow for inputs that only Spark reads, from a sample that Spark takes. */
export function explainOnSpark(
  plan: SearchPlan,
  spark: SparkOptions,
  context: Context,
): ReturnType<ReturnType<typeof openSpark>['plan']> {
  return withSpark(plan, spark, context, ({ engine, request, control, againstFields }) => {
    context.progress.step('starting Spark')
    return engine.plan(plan.inputs, request, control, { againstFields })
  })
}
