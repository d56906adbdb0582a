import type { EngineRequest } from '../engine.js'

/** The request to a run in a worker. Its source already contains the documents to compare with. */
export type BrowserRequest = Omit<EngineRequest<never>, 'against'>
