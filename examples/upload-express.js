// @ts-check
// The upload handler for Express: npm install express. It needs a running server: npx likewise serve seen
// Run: node examples/upload-express.js http://127.0.0.1:8080, then: curl --data-binary @FILE http://127.0.0.1:3000/FILE
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'
// @ts-expect-error: the package has no types
import express from 'express'
import { LikewiseClient } from 'likewise/client'
import { receive } from './upload-handler.js'

/**
 * An application that saves new uploads and rejects copies.
 *
 * @param {LikewiseClient} seen
 * @param {(id: string, text: string) => Promise<void>} save
 * @returns {import('node:http').RequestListener}
 */
export function uploadApp(seen, save) {
  const app = express()
  const anyType = () => true
  app.post(
    '/:name',
    express.text({ type: anyType, limit: '10mb' }),
    /**
     * @param {{ params: { name: string }, body: string }} request
     * @param {{ status(code: number): { json(body: object): void } }} response
     */
    async (request, response) => {
      const { status, body } = await receive(seen, save, request.params.name, request.body)
      response.status(status).json(body)
    },
  )
  return app
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [address = 'http://127.0.0.1:8080'] = process.argv.slice(2)
  const app = uploadApp(new LikewiseClient(address), async (id) => console.log(`saved ${id}`))
  createServer(app).listen(3000)
}
