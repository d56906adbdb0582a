/** The buffers of the arrays in a result that are used nowhere else: they are transferred to another thread, not copied. */
export function ownBuffers(result: object): ArrayBuffer[] {
  const values = ArrayBuffer.isView(result) ? [result] : Object.values(result)
  const buffers = values.flatMap((value) => (ArrayBuffer.isView(value) ? [value.buffer] : []))
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer)
}
