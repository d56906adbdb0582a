import { servedPage } from '../../report/node-report-page.js'
import type { Handlers } from '../context.js'
import { openApiDocument } from '../openapi.js'
import { MEDIA_TYPES } from '../routes/route.js'

export const SERVER_HANDLERS: Pick<Handlers, 'page' | 'health' | 'metrics' | 'openapi'> = {
  page() {
    const { html, policy } = servedPage()
    return new Response(html, {
      headers: { 'content-type': MEDIA_TYPES.html, 'content-security-policy': policy },
    })
  },
  health: (_, { version }) => ({ status: 'ok', version }),
  metrics: (_, { metrics, requests, longRunning, held, jobs }) =>
    new Response(
      metrics.text({
        requests_in_progress: { help: 'Requests that are being answered', value: requests.used },
        streams_in_progress: { help: 'Streams that are open', value: longRunning.used },
        held_bytes: { help: 'Bytes of request bodies in memory', value: held.used },
        jobs_running: { help: 'Jobs that run', value: jobs.running },
        jobs_waiting: { help: 'Jobs that wait', value: jobs.waiting },
      }),
      { headers: { 'content-type': MEDIA_TYPES.text } },
    ),
  openapi: (_, { routes, version }) => openApiDocument(routes, version),
}
