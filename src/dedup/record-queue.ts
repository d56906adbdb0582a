/** The records of a file, one after another. Calls are synchronous while whole records are buffered. */
export interface RecordQueue {
  readonly path: string
  /** The next record without its line end, as a view that is valid until more is read; undefined: call `more` first. */
  take(): Uint8Array | undefined
  /** Reads more; false at the end of the file. */
  more(): Promise<boolean>
  close(): Promise<void>
}

/** The next record, or undefined at the end. */
export async function nextRecord(queue: RecordQueue): Promise<Uint8Array | undefined> {
  for (;;) {
    const record = queue.take()
    if (record !== undefined || !(await queue.more())) return record
  }
}
