import type { BadRecord } from '../model/errors.js'

/** What a bad record does: end the run, or be left out and listed. */
export type OnError = 'stop' | 'skip'

/** Bad records by policy: the first is thrown, or all are listed. */
export class BadRecords {
  readonly list: BadRecord[] = []
  readonly onError: OnError

  constructor(onError: OnError) {
    this.onError = onError
  }

  add(error: BadRecord): void {
    if (this.onError === 'stop') throw error
    this.list.push(error)
  }
}
