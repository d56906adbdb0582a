import { anyObject, object, text, word } from '../schema.js'
import { get } from './route.js'

/** Routes for operators and tools. */
export function serverRoutes() {
  return {
    page: get({
      path: '/',
      group: 'server',
      summary: 'A web page for live queries, statistics, jobs and their reports',
      description: 'The page itself contains no data; it asks for the token if the server requires one.',
      isOpen: true,
      gives: 'html',
    }),
    health: get({
      path: '/healthz',
      group: 'server',
      summary: 'Check whether the server accepts requests',
      isOpen: true,
      answer: object({ status: word(['ok']), version: text() }, {}),
    }),
    metrics: get({
      path: '/metrics',
      group: 'server',
      summary: 'Get counters and timings in Prometheus format',
      gives: 'text',
    }),
    openapi: get({
      path: '/openapi.json',
      group: 'server',
      summary: 'Get this description',
      answer: anyObject(),
    }),
  }
}
