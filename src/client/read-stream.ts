/** The lines of a response as they arrive. */
export async function* linesOf(response: Response): AsyncGenerator<string, void> {
  if (response.body === null) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      const lines = (rest + value).split('\n')
      rest = lines.pop()!
      yield* lines
    }
    if (rest !== '') yield rest
  } finally {
    await reader.cancel()
  }
}

/** The data of server-sent events. */
export async function* eventsOf(response: Response): AsyncGenerator<string, void> {
  let data: string[] = []
  for await (const line of linesOf(response)) {
    if (line.startsWith('data: ')) data.push(line.slice('data: '.length))
    if (line !== '' || data.length === 0) continue
    yield data.join('\n')
    data = []
  }
}

/** Documents or texts as JSON lines, split into request bodies that are not too large. */
export async function* bodiesOf(
  items: Iterable<object> | AsyncIterable<object>,
): AsyncGenerator<{ readonly body: string; readonly count: number }, void> {
  let body = ''
  let count = 0
  for await (const item of items) {
    body += `${JSON.stringify(item)}\n`
    count++
    if (count < MAX_ITEMS && body.length < MAX_CHARACTERS) continue
    yield { body, count }
    body = ''
    count = 0
  }
  if (count > 0) yield { body, count }
}

/**
 * The maximum size of a request body. It is small because some clients send the whole body before they read the response, and the server
 * would wait for them.
 */
const MAX_ITEMS = 1000
const MAX_CHARACTERS = 2 ** 22
