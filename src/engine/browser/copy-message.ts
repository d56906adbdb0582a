/** A message whose memory can be transferred, because nothing else uses it. */
export interface OwnMessage<Message> {
  readonly message: Message
  readonly buffers: readonly ArrayBuffer[]
}

/**
 * A copy of a message in memory of its own. Copying a buffer and transferring the copy takes less time than to let the browser copy it: it
 * writes everything into a growing buffer, and copies it a second time in the thread that receives it.
 */
export function copyMessage<Message extends object>(message: Message): OwnMessage<Message> {
  const copies = new Map<object, object>()
  const buffers: ArrayBuffer[] = []
  const copyOf = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const known = copies.get(value)
    if (known !== undefined) return known
    const made = make(value)
    copies.set(value, made)
    return made
  }
  const make = (value: object): object => {
    if (value instanceof ArrayBuffer) {
      const buffer = value.slice(0)
      buffers.push(buffer)
      return buffer
    }
    if (ArrayBuffer.isView(value)) return copyView(value as Uint8Array)
    if (Array.isArray(value)) return value.map(copyOf)
    if (Object.getPrototypeOf(value) !== Object.prototype) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copyOf(one)]))
  }
  const copyView = (view: Uint8Array): object => {
    if (!(view.buffer instanceof ArrayBuffer)) return view
    // Only the part of the buffer that the view shows.
    const copy = view.slice()
    buffers.push(copy.buffer as ArrayBuffer)
    return copy
  }
  return { message: copyOf(message) as Message, buffers }
}
