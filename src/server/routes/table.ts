import type { Limits } from '../settings.js'
import { bulkRoutes } from './bulk-routes.js'
import { indexRoutes } from './index-routes.js'
import { jobRoutes } from './job-routes.js'
import type { InputOf, Route } from './route.js'
import { serverRoutes } from './server-routes.js'
import { textRoutes } from './text-routes.js'

/** All routes by operation name. They include the limits, which the OpenAPI document states and requests are checked against. */
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
/** The input of an operation's handler. */
export type Input<Name extends Operation> = InputOf<Routes[Name]>
