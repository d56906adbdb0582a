import { inlineEngine } from '../../src/engine/inline/inline-engine.js'
import { nodeEngine } from '../../src/node/node-engine.js'
import { engineSuite } from './engine-suite.js'

engineSuite('inline', inlineEngine)
engineSuite('node', nodeEngine({ workers: 1 }))
// Within a budget each task ends with a collection of garbage, which takes longer than the task.
const FEW = process.env.LIKEWISE_LONG === undefined ? { runs: 2 } : {}
engineSuite('node within a memory budget', nodeEngine({ workers: 1, memory: '256MB' }), FEW)
