import { afterAll, beforeAll, describe } from 'vitest'
import type { Engine } from '../../src/engine/engine.js'
import type { SparkEngine } from '../../src/node/spark-engine.js'
import { sparkEngine } from '../../src/node/spark-engine.js'
import { isLong } from '../depth.js'
import { titled } from '../outside.js'
import { againstSuite } from './against-suite.js'
import { engineSuite } from './engine-suite.js'
import { findSpark, SMALL, type SparkCluster, sparkEnvironment, startCluster } from './spark-cluster.js'

const spark = findSpark()

/** Executors that are threads of the driver, and queries that are not compiled: each of them runs once. */
const HERE = {
  master: 'local[2]',
  conf: { ...SMALL, 'spark.driver.memory': '1200m', 'spark.sql.codegen.wholeStage': 'false' },
}

// One application answers all searches: submitting one takes seconds. Each search takes about a second, so properties run once.
// In a short run it has no cluster; spark-faults.test.ts has one.
describe.skipIf(spark.path === undefined)(titled('Spark', spark), () => {
  let cluster: SparkCluster | undefined
  let engine: SparkEngine
  beforeAll(async () => {
    Object.assign(process.env, sparkEnvironment(spark.path!))
    if (isLong) cluster = await startCluster(spark.path!, 2)
    engine = sparkEngine(cluster === undefined ? HERE : { master: cluster.master, conf: SMALL })
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
  const options = { runs: 1, oneOfEachKind: !isLong }
  engineSuite('spark', shared, options)
  againstSuite('spark', shared, options)
})
