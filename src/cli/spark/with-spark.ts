import type { EngineRequest, RunControl } from '../../engine/engine.js'
import type { SparkOptions } from '../../engine/spark/spark-options.js'
import type { DocumentSource, ReadOptions } from '../../node/document-source.js'
import { openSpark } from '../../node/spark-search.js'
import type { Context } from '../context.js'
import type { SearchPlan } from '../find/plan-search.js'
import { searchParts } from '../find/search-parts.js'

/** What a command does on Spark. */
interface SparkWork {
  readonly engine: ReturnType<typeof openSpark>
  readonly request: EngineRequest<DocumentSource>
  readonly control: RunControl
  /** What to do with a bad record, and the fields of the documents to compare with, if they were given. */
  readonly onError: ReadOptions['onError']
  readonly againstFields: Pick<ReadOptions, 'text' | 'id'> | undefined
}

/** Opens Spark, which starts with the first request, and closes it when the work is done or the program is stopped. */
export async function withSpark<Result>(
  plan: SearchPlan,
  spark: SparkOptions,
  { lifetime, progress }: Context,
  work: (parts: SparkWork) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController()
  const { request, reading, against } = searchParts(plan, stop.signal, progress.show)
  const { onError, ...read } = reading
  const engine = openSpark({ ...spark, ...read })
  const release = lifetime.onEnd(async () => {
    stop.abort()
    await engine.close()
  })
  try {
    return await work({
      engine,
      request: {
        ...request,
        ...(against !== undefined && { against: against.source as readonly string[] }),
      },
      control: { signal: stop.signal, onProgress: progress.show },
      onError,
      againstFields: against?.fields,
    })
  } finally {
    release()
    await engine.close()
  }
}
