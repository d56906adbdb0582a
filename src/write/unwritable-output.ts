import { LikewiseError } from '../model/errors.js'

/** An output that cannot be written: no such folder, a read-only one, a full disk, or an ending of no known format. */
export class UnwritableOutput extends LikewiseError {
  readonly code = 'unwritable-output'
  readonly file: string
  readonly problem: string

  constructor(file: string, problem: string, mend: string) {
    super(`${file}: ${problem}`, mend)
    this.file = file
    this.problem = problem
  }
}
