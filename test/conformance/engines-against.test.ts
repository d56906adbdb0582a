import { inlineEngine } from '../../src/engine/inline/inline-engine.js'
import { nodeEngine } from '../../src/node/node-engine.js'
import { againstSuite } from './against-suite.js'

againstSuite('inline', inlineEngine)
againstSuite('node', nodeEngine({ workers: 1 }))
againstSuite('node within a memory budget', nodeEngine({ workers: 1, memory: '256MB' }))
