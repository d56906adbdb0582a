/// <reference lib="dom" />
// The engine suites as a page runs them.

import { BrowserEngine } from '../../../src/browser/browser-engine.js'
import { againstSuite } from '../../conformance/against-suite.js'
import { engineSuite } from '../../conformance/engine-suite.js'
import { tests } from './vitest.js'

/** How often properties are tried; all of them where it is undefined. */
declare const RUNS: number | undefined
const options = RUNS === undefined ? {} : { runs: RUNS }

const spawn = () => new Worker('worker.js')
engineSuite('browser', new BrowserEngine({ spawn, workers: 2, inlineBelow: 0 }), options)
// Without shared memory only blocks and messages differ, which the first suite has all of.
if (crossOriginIsolated) againstSuite('browser', new BrowserEngine({ spawn, workers: 1 }), options)

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
