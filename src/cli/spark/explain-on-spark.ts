import type { SparkOptions } from '../../engine/spark/spark-options.js'
import { openSpark } from '../../node/spark-search.js'
import type { Context } from '../context.js'
import type { SearchPlan } from '../find/plan-search.js'
import { searchParts } from '../find/search-parts.js'

/** The plan that find would follow for inputs that only Spark reads, from a sample that Spark takes. */
export async function explainOnSpark(
  plan: SearchPlan,
  spark: SparkOptions,
  { lifetime, progress }: Context,
): ReturnType<ReturnType<typeof openSpark>['plan']> {
  const stop = new AbortController()
  const { request, reading, against } = searchParts(plan, stop.signal)
  const { onError: _, ...read } = reading
  const engine = openSpark({ ...spark, ...read })
  const release = lifetime.onEnd(async () => {
    stop.abort()
    await engine.close()
  })
  try {
    progress.step('starting Spark')
    return await engine.plan(
      plan.inputs,
      { ...request, ...(against !== undefined && { against: against.source as readonly string[] }) },
      { signal: stop.signal },
      { againstFields: against?.fields },
    )
  } finally {
    release()
    await engine.close()
  }
}
