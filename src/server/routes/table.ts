import type { Limits } from '../settings.js'
import { bulkRoutes } from './bulk-routes.js'
import { indexRoutes } from './index-routes.js'
import { jobRoutes } from './job-routes.js'
import type { InputOf, Route } from './route.js'
import { serverRoutes } from './server-routes.js'
import { textRoutes } from './text-routes.js'

/** Every route, by the name of its operation. Limits are part of it: the document says them, and requests are checked by them. */
export function makeRoutes(limits: Limits) {
  return {
    ...indexRoutes(limits),
    ...bulkRoutes(limits),
    ...textRoutes(limits),
    ...jobRoutes(limits),
    ...serverRoutes(),
  }
}

export type Routes = ReturnType<typeof makeRoutes>
export type Operation = keyof Routes
export type AnyRoute = Route<unknown, unknown, unknown>
/** What the handler of an operation is given. */
export type Input<Name extends Operation> = InputOf<Routes[Name]>
