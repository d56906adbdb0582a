import type { BadRecord } from '../model/errors.js'

/** What happens at a bad record: the run stops, or the record is skipped and listed. */
export type OnError = 'stop' | 'skip'

/** Handles bad records by policy: throws the first, or lists all. */
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
