import { inlineEngine } from '../../src/engine/inline/inline-engine.js'
import { nodeEngine } from '../../src/node/node-engine.js'
import { byDepth } from '../depth.js'
import { engineSuite } from './engine-suite.js'

engineSuite('inline', inlineEngine)
engineSuite('node', nodeEngine({ workers: 1 }), byDepth({ short: { runs: 3 }, long: {} }))
// Within a budget each task ends with a collection of garbage, which takes longer than the task.
const FEW = byDepth({ short: { runs: 1, isShort: true }, long: {} })
engineSuite('node within a memory budget', nodeEngine({ workers: 1, memory: '256MB' }), FEW)
