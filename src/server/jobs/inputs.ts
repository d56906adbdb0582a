import type { Context } from '../context.js'
import type { INPUTS } from '../routes/search-values.js'
import type { ValueOf } from '../schema.js'

/** The paths of the files named in a request. */
export function readablePaths(
  inputs: ValueOf<typeof INPUTS>,
  { folders, uploads }: Pick<Context, 'folders' | 'uploads'>,
): string[] {
  const paths = inputs.flatMap((input) =>
    'path' in input ? folders.filesOf(input.path) : [uploads.pathOf(input.upload)],
  )
  return [...new Set(paths)]
}
