import type { Engine, EngineRequest } from '../engine/engine.js'
import type { DocumentSource, ReadOptions } from './document-source.js'
import { explain } from './explain.js'
import { find } from './find.js'
import type { SearchOptions } from './search-options.js'

/** How the engine runs and reads, for every request. */
export type NodeEngineOptions = Omit<ReadOptions, 'onError'> &
  Pick<SearchOptions, 'workers' | 'memory' | 'temporary' | 'pool'>

/**
 * The engine on all cores of this machine, as an implementation of the engine contract: `find` and `explain` with fixed settings.
 *
 * @example const engine = nodeEngine({ workers: 4, memory: '2GB' })
 */
export function nodeEngine(options: NodeEngineOptions = {}): Engine<DocumentSource> {
  return {
    name: 'node',
    plan: (source, request: EngineRequest<DocumentSource> = {}, control = {}) =>
      explain(source, { ...options, ...request, ...control }),
    find: (source, request: EngineRequest<DocumentSource> = {}, control = {}) =>
      find(source, { ...options, ...request, ...control }),
  }
}
