/** Records of a file, one after the other: plain calls while there are whole ones at hand. */
export interface RecordQueue {
  readonly path: string
  /** The next record without its line end, as a view that holds until more is read; undefined: `more` is needed. */
  take(): Uint8Array | undefined
  /** Reads on; false at the end of the file. */
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
