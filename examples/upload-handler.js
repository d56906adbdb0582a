// @ts-check
// An upload handler that rejects copies of earlier uploads. It needs a running server: npx likewise serve seen
// Run: node examples/upload-handler.js http://127.0.0.1:8080, then: curl --data-binary @FILE http://127.0.0.1:3000/FILE
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'
import { LikewiseClient } from 'likewise/client'

/**
 * The handler for `node:http`. In Express, use `app.post('/:name', express.text({ type: '*' + '/*' }), async (request, response) => …)`, where
 * `request.body` is the text. In Fastify, use `app.post('/:name', async (request, reply) => …)`. The calls to `seen` stay the same.
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
      // If two equal uploads arrive at the same moment, one is added, and the call for the other returns the id of the first.
      const { added, status, matches } = await seen.addIfNew({ id, text })
      if (!added) {
        answer(409, { status, duplicateOf: matches[0]?.id, similarity: matches[0]?.similarity })
        return
      }
      try {
        await save(id, text)
      } catch (error) {
        // Nothing was saved, so the next upload of this text must count as new.
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
