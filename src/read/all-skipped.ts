import { type BadRecord, LikewiseError } from '../model/errors.js'
import { count } from '../model/quantities.js'

/** Every record of the inputs was skipped: there is no result, and the reason is most likely the same for all. */
class AllSkipped extends LikewiseError {
  readonly code = 'all-skipped'
  /** The first that was skipped. */
  readonly file: string
  readonly line: number

  constructor(skipped: readonly BadRecord[]) {
    const { file, line, problem } = skipped[0]!
    super(
      `all ${count(skipped.length)} records were skipped, the first in ${file}, line ${line}: ${problem}`,
      'check the text field, the format, the delimiter and the encoding (`text`, `format`, `delimiter`, `encoding`)',
    )
    this.file = file
    this.line = line
  }
}

/** Throws where every record was skipped. */
export function checkAnyRead(read: number, skipped: readonly BadRecord[]): void {
  if (read === 0 && skipped.length > 0) throw new AllSkipped(skipped)
}
