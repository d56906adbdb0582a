// @ts-check
// An upload handler that rejects copies of earlier uploads. It needs a running server: npx likewise serve seen
// Run: node examples/upload-handler.js http://127.0.0.1:8080, then: curl --data-binary @FILE http://127.0.0.1:3000/FILE
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'
import { LikewiseClient } from 'likewise/client'

/**
 * Saves an upload if it is new. Returns the status and the body of the response.
 *
 * @param {LikewiseClient} seen
 * @param {(id: string, text: string) => Promise<void>} save
 * @param {string} name
 * @param {string} text
 * @returns {Promise<{ status: number, body: object }>}
 */
export async function receive(seen, save, name, text) {
  // Another text may have the same name. With the same id, it would replace the earlier one in the index.
  const id = `${name}-${randomUUID()}`
  try {
    // If two equal uploads arrive at the same moment, one is added, and the call for the other returns the id of the first.
    const { added, status, matches } = await seen.addIfNew({ id, text })
    if (!added) {
      const [first] = matches
      return { status: 409, body: { status, duplicateOf: first?.id, similarity: first?.similarity } }
    }
    try {
      await save(id, text)
    } catch (error) {
      // Nothing was saved, so the next upload of this text must count as new.
      await seen.remove(id)
      throw error
    }
    return { status: 201, body: { id } }
  } catch {
    return { status: 503, body: { error: 'try again later' } }
  }
}

/**
 * The handler for `node:http`. For Express, see upload-express.js. In Fastify, use `app.post('/:name', async (request, reply) => …)`;
 * `receive` stays the same.
 *
 * @param {LikewiseClient} seen
 * @param {(id: string, text: string) => Promise<void>} save
 * @returns {import('node:http').RequestListener}
 */
export function uploadHandler(seen, save) {
  return async (request, response) => {
    const answer = (/** @type {number} */ status, /** @type {object} */ body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    try {
      const chunks = []
      for await (const chunk of request) chunks.push(chunk)
      const name = decodeURIComponent((request.url ?? '/').slice(1))
      const { status, body } = await receive(seen, save, name, Buffer.concat(chunks).toString())
      answer(status, body)
    } catch {
      answer(400, { error: 'the request could not be read' })
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [address = 'http://127.0.0.1:8080'] = process.argv.slice(2)
  createServer(uploadHandler(new LikewiseClient(address), async (id) => console.log(`saved ${id}`))).listen(
    3000,
  )
}
