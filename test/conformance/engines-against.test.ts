import { afterAll } from 'vitest'
import { nodeEngine as builtEngine, openPool } from '../../dist/public/node.js'
import { inlineEngine } from '../../src/engine/inline/inline-engine.js'
import { nodeEngine } from '../../src/node/node-engine.js'
import { byDepth } from '../depth.js'
import { againstSuite } from './against-suite.js'

againstSuite('inline', inlineEngine)
againstSuite('node', nodeEngine({ workers: 1 }), byDepth({ short: { runs: 2 }, long: {} }))
// Within a budget each task ends with a collection of garbage, which takes longer than the task.
const FEW = byDepth({ short: { runs: 1, isShort: true }, long: {} })
againstSuite('node within a memory budget', nodeEngine({ workers: 1, memory: '256MB' }), FEW)

// The workers of a pool run what is built, so the engine is built, too.
const pool = openPool({ workers: 2, memory: '256MB' })
afterAll(() => pool.close())
againstSuite('node on a shared pool of two workers', builtEngine({ pool }), FEW)
