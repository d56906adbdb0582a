import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript' }

/** Serves some texts by name from this machine. */
export class PageServer {
  readonly #server: Server
  readonly origin: string

  private constructor(server: Server) {
    this.#server = server
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** @param isIsolated whether pages are isolated from other origins, so that their threads can share memory */
  static async start(files: ReadonlyMap<string, string>, isIsolated: boolean): Promise<PageServer> {
    const server = createServer(({ url }, response) => {
      const name = url!.slice(1) || 'index.html'
      const content = files.get(name)
      if (content === undefined) {
        response.writeHead(404).end()
        return
      }
      response.writeHead(200, {
        'content-type': `${TYPES[name.split('.').at(-1)!]}; charset=utf-8`,
        ...(isIsolated && {
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-embedder-policy': 'require-corp',
        }),
      })
      response.end(content)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new PageServer(server)
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
