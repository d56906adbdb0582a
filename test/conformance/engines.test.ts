import { inlineEngine } from '../../src/engine/inline/inline-engine.js'
import { nodeEngine } from '../../src/node/node-engine.js'
import { engineSuite } from './engine-suite.js'

engineSuite('inline', inlineEngine)
engineSuite('node', nodeEngine({ workers: 1 }))
engineSuite('node within a memory budget', nodeEngine({ workers: 1, memory: '256MB' }))
