import { either, flag, object, text, whole } from '../schema.js'
import type { Limits } from '../settings.js'
import { post } from './route.js'
import { ID, INDEX_SIMILARITY, LIMIT, MATCHES, NAMESPACE, STATUS, THRESHOLD, textOf } from './values.js'

const COUNT = whole(0, 2 ** 53 - 1)
const LINE = whole(1, 2 ** 53 - 1, { description: 'The 1-based line of the request' })

/** The last line of a stream that could not be read to the end. Everything acknowledged before it has been done. */
const FAILED = object(
  {
    error: object({ code: text(), message: text(), hint: text() }, {}),
    line: LINE,
  },
  {},
)

/** The live index, with streams. */
export function bulkRoutes(limits: Limits) {
  const TEXT = textOf(limits)
  const DOCUMENT = object({ id: ID, text: TEXT }, {})
  const QUESTION = object({ text: TEXT }, { id: ID })
  return {
    bulkAdd: post({
      path: '/v1/bulk/add',
      group: 'bulk',
      summary: 'Store documents, one per line',
      description:
        'Each line of the response acknowledges that all documents up to the given line of the request are stored. Acknowledged documents survive a crash.',
      writes: true,
      isLongRunning: true,
      takes: 'ndjson',
      query: object({}, { namespace: NAMESPACE }),
      body: undefined,
      line: DOCUMENT,
      gives: 'ndjson',
      answer: either([object({ line: LINE, added: COUNT, replaced: COUNT, empty: COUNT }, {}), FAILED]),
    }),
    bulkAddIfNew: post({
      path: '/v1/bulk/add-if-new',
      group: 'bulk',
      summary: 'Check documents, one per line, and store those that are new',
      writes: true,
      isLongRunning: true,
      takes: 'ndjson',
      query: object({}, { namespace: NAMESPACE, limit: LIMIT }),
      body: undefined,
      line: DOCUMENT,
      gives: 'ndjson',
      answer: either([
        object(
          {
            line: LINE,
            id: ID,
            status: STATUS,
            matches: MATCHES,
            shingles: COUNT,
            added: flag(),
          },
          {},
        ),
        FAILED,
      ]),
    }),
    bulkCheck: post({
      path: '/v1/bulk/check',
      group: 'bulk',
      summary: 'Check whether texts are in the index, one text per line',
      isLongRunning: true,
      takes: 'ndjson',
      query: object({}, { namespace: NAMESPACE, limit: LIMIT }),
      body: undefined,
      line: QUESTION,
      gives: 'ndjson',
      answer: either([
        object(
          {
            line: LINE,
            status: STATUS,
            matches: MATCHES,
            shingles: COUNT,
          },
          { id: ID },
        ),
        FAILED,
      ]),
    }),
    bulkQuery: post({
      path: '/v1/bulk/query',
      group: 'bulk',
      summary: 'Find the stored documents that are similar to each text, one text per line',
      isLongRunning: true,
      takes: 'ndjson',
      query: object(
        {},
        { namespace: NAMESPACE, limit: LIMIT, threshold: THRESHOLD, similarity: INDEX_SIMILARITY },
      ),
      body: undefined,
      line: QUESTION,
      gives: 'ndjson',
      answer: either([object({ line: LINE, matches: MATCHES }, { id: ID }), FAILED]),
    }),
  }
}
