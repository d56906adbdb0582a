// @ts-check
// An upload handler that refuses copies of what was uploaded before. Needs a server: likewise serve seen
// Run: node examples/upload-handler.js http://127.0.0.1:8080, then: curl --data-binary @FILE http://127.0.0.1:3000/FILE
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'
import { LikewiseClient } from 'likewise/client'

/**
 * The handler for `node:http`. In Express it is `app.post('/:name', express.text({ type: '*' + '/*' }), async (request, response) => …)` with
 * `request.body` as the text; in Fastify `app.post('/:name', async (request, reply) => …)`: the two calls of `seen` are the same.
 *
 * @param {LikewiseClient} seen
 * @param {(name: string, text: string) => Promise<void>} save
 * @returns {import('node:http').RequestListener}
 */
export function uploadHandler(seen, save) {
  return async (request, response) => {
    const answer = (/** @type {number} */ status, /** @type {object} */ body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    try {
      const chunks = []
      for await (const chunk of request) chunks.push(chunk)
      const [id, text] = [decodeURIComponent((request.url ?? '/').slice(1)), Buffer.concat(chunks).toString()]
      // Of two equal uploads in the same instant one is added, and the other is told which.
      const { added, status, matches } = await seen.addIfNew({ id, text })
      if (!added) {
        answer(409, { status, duplicateOf: matches[0]?.id, similarity: matches[0]?.similarity })
        return
      }
      try {
        await save(id, text)
      } catch (error) {
        // Nothing was saved, so the next upload of this text is new.
        await seen.remove(id)
        throw error
      }
      answer(201, { id })
    } catch {
      answer(503, { error: 'try again later' })
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [address = 'http://127.0.0.1:8080'] = process.argv.slice(2)
  createServer(
    uploadHandler(new LikewiseClient(address), async (name) => console.log(`saved ${name}`)),
  ).listen(3000)
}
