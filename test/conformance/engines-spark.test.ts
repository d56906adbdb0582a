import { afterAll, beforeAll, describe } from 'vitest'
import type { Engine } from '../../src/engine/engine.js'
import type { SparkEngine } from '../../src/node/spark-engine.js'
import { sparkEngine } from '../../src/node/spark-engine.js'
import { titled } from '../outside.js'
import { againstSuite } from './against-suite.js'
import { engineSuite } from './engine-suite.js'
import { findSpark, SMALL, type SparkCluster, sparkEnvironment, startCluster } from './spark-cluster.js'

const spark = findSpark()

// One application answers all searches: submitting one takes seconds. Each search takes about a second, so properties run once.
describe.skipIf(spark.path === undefined)(titled('a Spark cluster', spark), () => {
  let cluster: SparkCluster
  let engine: SparkEngine
  beforeAll(async () => {
    Object.assign(process.env, sparkEnvironment(spark.path!))
    cluster = await startCluster(spark.path!, 2)
    engine = sparkEngine({ master: cluster.master, conf: SMALL })
    // Starting the application and its executors takes longer than a search.
    const found = await engine.find([{ text: 'a b c' }, { text: 'a b c' }], { method: 'bands' })
    await found[Symbol.asyncDispose]()
  }, 300_000)
  afterAll(async () => {
    await engine?.close()
    await cluster?.close()
  }, 60_000)

  const shared: Engine = {
    name: 'spark',
    plan: (...args) => engine.plan(...args),
    find: (...args) => engine.find(...args),
  }
  engineSuite('spark', shared, { runs: 1 })
  againstSuite('spark', shared, { runs: 1 })
})
