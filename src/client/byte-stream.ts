/** Bytes that a client sends: at once, or in parts as they are read. */
export type ByteSource =
  | ReadableStream<Uint8Array>
  | Blob
  | Uint8Array
  | AsyncIterable<Uint8Array>
  | Iterable<Uint8Array>

/** Sends bytes as the body of a request. An iterable is read while it is sent, and no further than until the server responds. */
export async function sendBytes<Result>(
  source: ByteSource,
  send: (body: BodyInit) => Promise<Result>,
): Promise<Result> {
  if (source instanceof ReadableStream || source instanceof Blob || source instanceof Uint8Array)
    return send(source as BodyInit)
  const reading = new Reading(source)
  try {
    return await send(new ReadableStream(reading))
  } catch (error) {
    // `fetch` hides an error of the source behind one of its own.
    throw reading.failure === undefined ? error : reading.failure.error
  } finally {
    reading.cancel()
  }
}

/** An iterable as the source of a stream. */
class Reading {
  failure: { readonly error: unknown } | undefined
  readonly #iterator: AsyncIterator<Uint8Array> | Iterator<Uint8Array>
  #isEnded = false

  constructor(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    this.#iterator =
      Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const part = this.#isEnded ? undefined : await this.#next()
    // If the stream was canceled in the meantime, either throws an error, which nobody gets.
    if (part === undefined || this.#isEnded) controller.close()
    else controller.enqueue(part)
  }

  async #next(): Promise<Uint8Array | undefined> {
    try {
      const { done, value } = await this.#iterator.next()
      if (done !== true) return value
      this.#isEnded = true
    } catch (error) {
      this.#isEnded = true
      this.failure = { error }
      throw error
    }
  }

  cancel(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    // Not awaited: it waits for the part that is being read.
    void Promise.resolve(this.#iterator.return?.()).catch(() => {})
  }
}
