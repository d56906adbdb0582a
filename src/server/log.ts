/** What happened, in plain data: texts and ids of documents are never part of it. */
interface LogEntry {
  readonly event: string
  readonly [name: string]: unknown
}

export interface Log {
  info(entry: LogEntry): void
  error(entry: LogEntry): void
}

/**
 * A log of JSON lines.
 *
 * @param write gets a whole line
 */
export function makeLog(write: (line: string) => void, isQuiet = false): Log {
  const put = (level: string, entry: LogEntry) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, ...entry })}\n`)
  return {
    info: (entry) => {
      if (!isQuiet) put('info', entry)
    },
    error: (entry) => put('error', entry),
  }
}
