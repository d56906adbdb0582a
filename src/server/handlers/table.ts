import type { Handlers } from '../context.js'
import { BULK_HANDLERS } from './bulk-handlers.js'
import { INDEX_HANDLERS } from './index-handlers.js'
import { JOB_HANDLERS } from './job-handlers.js'
import { SERVER_HANDLERS } from './server-handlers.js'
import { TEXT_HANDLERS } from './text-handlers.js'

/** The handler of each operation in the route table. */
export const HANDLERS: Handlers = {
  ...INDEX_HANDLERS,
  ...BULK_HANDLERS,
  ...TEXT_HANDLERS,
  ...JOB_HANDLERS,
  ...SERVER_HANDLERS,
}
