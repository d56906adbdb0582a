import { anyObject, either, list, nothing, number, object, text, whole } from '../schema.js'
import type { Limits } from '../settings.js'
import { get, post } from './route.js'
import {
  ADDED,
  CHECKED,
  CLAIMED,
  ID,
  INDEX_SIMILARITY,
  LIMIT,
  MATCHES,
  NAMESPACE,
  THRESHOLD,
  textOf,
} from './values.js'

const COUNT = whole(0, 2 ** 53 - 1)

/** The live index: one route for each call of the library. */
export function indexRoutes(limits: Limits) {
  const TEXT = textOf(limits)
  const DOCUMENT = object({ id: ID, text: TEXT }, {})
  return {
    add: post({
      path: '/v1/add',
      group: 'index',
      summary: 'Store documents; an earlier one with the same id is replaced',
      description: 'All of them are stored, or none.',
      writes: true,
      body: object(
        { documents: list(DOCUMENT, { minItems: 1, maxItems: limits.maxDocuments }) },
        { namespace: NAMESPACE },
      ),
      answer: ADDED,
    }),
    addIfNew: post({
      path: '/v1/add-if-new',
      group: 'index',
      summary: 'Check a document, and store it if it is new, in one atomic step',
      description:
        'Of several similar documents that arrive at once one is stored, and the others are told which.',
      writes: true,
      body: object({ id: ID, text: TEXT }, { namespace: NAMESPACE, limit: LIMIT }),
      answer: CLAIMED,
    }),
    check: post({
      path: '/v1/check',
      group: 'index',
      summary: 'Whether the index has a text: new, identical, similar or contained, with the matches',
      body: object({ text: TEXT }, { namespace: NAMESPACE, limit: LIMIT }),
      answer: CHECKED,
    }),
    query: post({
      path: '/v1/query',
      group: 'index',
      summary: 'The stored documents that are similar to a text, the best first',
      body: object(
        { text: TEXT },
        { namespace: NAMESPACE, limit: LIMIT, threshold: THRESHOLD, similarity: INDEX_SIMILARITY },
      ),
      answer: object({ matches: MATCHES }, {}),
    }),
    get: post({
      path: '/v1/get',
      group: 'index',
      summary: 'A stored document by its id, or null',
      body: object({ id: ID }, { namespace: NAMESPACE }),
      answer: object(
        {
          document: either([
            nothing(),
            object(
              { id: ID, addedAt: number(), usedAt: number(), shingles: COUNT },
              { text: text({ description: 'Only where the index keeps texts' }) },
              { description: 'Times in milliseconds since 1970' },
            ),
          ]),
        },
        {},
      ),
    }),
    remove: post({
      path: '/v1/remove',
      group: 'index',
      summary: 'Remove documents by their ids',
      writes: true,
      body: object(
        { ids: list(ID, { minItems: 1, maxItems: limits.maxDocuments }) },
        { namespace: NAMESPACE },
      ),
      answer: object({ removed: COUNT }, {}),
    }),
    stats: get({
      path: '/v1/stats',
      group: 'index',
      summary: 'How many documents there are, how much space they take, and how the index was built',
      query: object({}, { namespace: NAMESPACE }),
      answer: object(
        { documents: COUNT, empty: COUNT, parameters: anyObject(), expiry: anyObject() },
        { bytes: COUNT },
      ),
    }),
    namespaces: get({
      path: '/v1/namespaces',
      group: 'index',
      summary: 'The names of the parts of the index that something was added to',
      answer: object({ namespaces: list(text()) }, {}),
    }),
    compact: post({
      path: '/v1/compact',
      group: 'index',
      summary: 'Remove what has expired, and give space back to the system',
      writes: true,
      lasts: true,
      answer: object({}, { bytes: COUNT }),
    }),
    snapshot: get({
      path: '/v1/snapshot',
      group: 'index',
      summary: 'All documents of all namespaces, as a file that likewise index restore reads',
      gives: 'bytes',
      lasts: true,
    }),
  }
}
