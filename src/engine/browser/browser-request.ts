import type { EngineRequest } from '../engine.js'

/** What is requested of a run in a worker; its source has the documents to compare with already. */
export type BrowserRequest = Omit<EngineRequest<never>, 'against'>
