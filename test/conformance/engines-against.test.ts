import { inlineEngine } from '../../src/engine/inline/inline-engine.js'
import { nodeEngine } from '../../src/node/node-engine.js'
import { byDepth } from '../depth.js'
import { againstSuite } from './against-suite.js'

againstSuite('inline', inlineEngine)
againstSuite('node', nodeEngine({ workers: 1 }), byDepth({ short: { runs: 2 }, long: {} }))
// Within a budget each task ends with a collection of garbage, which takes longer than the task.
const FEW = byDepth({ short: { runs: 1, isShort: true }, long: {} })
againstSuite('node within a memory budget', nodeEngine({ workers: 1, memory: '256MB' }), FEW)
