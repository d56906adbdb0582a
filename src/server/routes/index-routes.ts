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

/** The live index: one route per library call. */
export function indexRoutes(limits: Limits) {
  const TEXT = textOf(limits)
  const DOCUMENT = object({ id: ID, text: TEXT }, {})
  return {
    add: post({
      path: '/v1/add',
      group: 'index',
      summary: 'Store documents; an earlier one with the same id is replaced',
      description:
        'Either all of them are stored, or none. In Redis, this applies to at most 500 documents; of more, some may be stored if the server fails.',
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
        'If several similar documents arrive at the same time, one is stored, and the responses to the others name it.',
      writes: true,
      body: object({ id: ID, text: TEXT }, { namespace: NAMESPACE, limit: LIMIT }),
      answer: CLAIMED,
    }),
    check: post({
      path: '/v1/check',
      group: 'index',
      summary: 'Check whether a text is in the index: new, identical, similar or contained, with the matches',
      body: object({ text: TEXT }, { namespace: NAMESPACE, limit: LIMIT }),
      answer: CHECKED,
    }),
    query: post({
      path: '/v1/query',
      group: 'index',
      summary: 'Find the stored documents that are similar to a text, most similar first',
      body: object(
        { text: TEXT },
        { namespace: NAMESPACE, limit: LIMIT, threshold: THRESHOLD, similarity: INDEX_SIMILARITY },
      ),
      answer: object({ matches: MATCHES }, {}),
    }),
    get: post({
      path: '/v1/get',
      group: 'index',
      summary: 'Get a stored document by its id, or null',
      body: object({ id: ID }, { namespace: NAMESPACE }),
      answer: object(
        {
          document: either([
            nothing(),
            object(
              { id: ID, addedAt: number(), usedAt: number(), shingles: COUNT },
              { text: text({ description: 'Only if the index keeps texts' }) },
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
      summary: 'Get the number of documents, the space they use, and how the index was built',
      query: object({}, { namespace: NAMESPACE }),
      answer: object(
        { documents: COUNT, empty: COUNT, parameters: anyObject(), expiry: anyObject() },
        { bytes: COUNT },
      ),
    }),
    namespaces: get({
      path: '/v1/namespaces',
      group: 'index',
      summary: 'List the namespaces that documents were added to',
      answer: object({ namespaces: list(text()) }, {}),
    }),
    compact: post({
      path: '/v1/compact',
      group: 'index',
      summary: 'Remove expired documents and free disk space',
      writes: true,
      isLongRunning: true,
      answer: object({}, { bytes: COUNT }),
    }),
    snapshot: get({
      path: '/v1/snapshot',
      group: 'index',
      summary:
        'Download all documents of all namespaces, as a snapshot for /v1/restore or likewise index restore',
      gives: 'bytes',
      isLongRunning: true,
    }),
    restore: post({
      path: '/v1/restore',
      group: 'index',
      summary: 'Add the documents of a snapshot, in the namespaces that they were in',
      description:
        'The snapshot must be of an index with the same parameters. Documents with the ids of stored ones replace them. If the request fails, some of them may have been added; send it again.',
      writes: true,
      isLongRunning: true,
      takes: 'bytes',
      body: undefined,
      answer: object({ restored: COUNT }, {}),
    }),
  }
}
