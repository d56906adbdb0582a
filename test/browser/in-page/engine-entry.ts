/// <reference lib="dom" />
// The engine suites as a page runs them.

import { BrowserEngine } from '../../../src/browser/browser-engine.js'
import { againstSuite } from '../../conformance/against-suite.js'
import { engineSuite } from '../../conformance/engine-suite.js'
import { tests } from './vitest.js'

/** How often properties are tried; all of them where it is undefined. */
declare const RUNS: number | undefined
const options = RUNS === undefined ? {} : { runs: RUNS }

const engine = new BrowserEngine({ spawn: () => new Worker('worker.js'), workers: 1 })
engineSuite('browser', engine, options)
// Without shared memory only blocks and messages differ, which the first suite has all of.
if (crossOriginIsolated) againstSuite('browser', engine, options)

export const names = tests.map(({ name }) => name)

/** What is wrong, or nothing. */
export async function run(number: number): Promise<string> {
  try {
    await tests[number]!.run()
    return ''
  } catch (error) {
    if (!(error instanceof Error)) return String(error)
    return `${error.stack}\n${error.cause instanceof Error ? error.cause.stack : ''}`
  }
}

/** Pairs and clusters of files, as the command line writes them. */
export async function find(
  files: readonly File[],
  request: Parameters<BrowserEngine['find']>[1],
  workers: number,
) {
  const busy = new BrowserEngine({ spawn: () => new Worker('worker.js'), workers })
  const found = await busy.find(files, request)
  const pairs = []
  for await (const pair of found.pairs()) pairs.push(pair)
  const clusters = []
  for await (const cluster of found.clusters()) clusters.push(cluster)
  await found.close()
  busy.close()
  return { summary: found.summary, fields: found.inputs.fields, pairs, clusters }
}
