import { UnwritableOutput } from '../model/errors.js'
import { STDOUT } from './node-output.js'
import { holdsData } from './node-sink.js'

/**
 * Refuses to overwrite a file that is not empty.
 *
 * @param force how the caller allows it: `--force`, or the name of an option
 */
export function checkNoData(paths: readonly string[], force: string): void {
  const existing = paths.find((path) => path !== STDOUT && holdsData(path))
  if (existing !== undefined) {
    throw new UnwritableOutput(
      existing,
      'the file already exists',
      `overwrite it with ${force}, or use another name`,
    )
  }
}
