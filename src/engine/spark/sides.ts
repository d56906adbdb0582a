import type { RecordFields } from '../../read/sides.js'
import type { Source } from '../../read/source.js'
import type { SparkSide } from './messages.js'

/**
 * The sides of a source. Its files are JSON Lines: those of the user, or converted from other formats.
 *
 * @param resolve makes a path absolute, because executors have another working directory
 */
export function sidesOfSource(source: Source, resolve: (path: string) => string): SparkSide[] {
  const { files, against } = source
  const own = sideOf(files.slice(0, against?.firstFile), source, resolve)
  return against === undefined ? [own] : [own, sideOf(files.slice(against.firstFile), against, resolve)]
}

function sideOf(
  files: Source['files'],
  { textFields, idField, isIdDetected }: RecordFields,
  resolve: (path: string) => string,
): SparkSide {
  return {
    format: 'jsonl',
    paths: files.map(({ path }) => resolve(path)),
    textFields,
    idField: idField ?? null,
    isIdDetected: isIdDetected === true,
    isListed: true,
  }
}
