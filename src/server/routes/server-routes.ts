import { anyObject, object, text, word } from '../schema.js'
import { get } from './route.js'

/** What operators and tools ask. */
export function serverRoutes() {
  return {
    page: get({
      path: '/',
      group: 'server',
      summary: 'The page: live queries, statistics, jobs and their reports',
      description: 'It holds no data itself, and asks for the token where the server has one.',
      isOpen: true,
      gives: 'html',
    }),
    health: get({
      path: '/healthz',
      group: 'server',
      summary: 'Whether the server takes requests',
      isOpen: true,
      answer: object({ status: word(['ok']), version: text() }, {}),
    }),
    metrics: get({
      path: '/metrics',
      group: 'server',
      summary: 'Counters and times, as Prometheus reads them',
      gives: 'text',
    }),
    openapi: get({
      path: '/openapi.json',
      group: 'server',
      summary: 'This description',
      answer: anyObject(),
    }),
  }
}
