/** What happened, as plain data. Never contains the texts or ids of documents. */
interface LogEntry {
  readonly event: string
  readonly [name: string]: unknown
}

export interface Log {
  info(entry: LogEntry): void
  error(entry: LogEntry): void
}

/**
 * Creates a log of JSON lines.
 *
 * @param write receives a whole line
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
