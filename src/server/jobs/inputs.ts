import { basename } from 'node:path'
import type { Context } from '../context.js'
import { Fault } from '../fault.js'
import type { INPUTS } from '../routes/search-values.js'
import type { ValueOf } from '../schema.js'

type Inputs = ValueOf<typeof INPUTS>
type Readable = Pick<Context, 'folders' | 'uploads'>

/** The paths of the files named in a request. */
export function readablePaths(inputs: Inputs, { folders, uploads }: Readable): string[] {
  const paths = inputs.flatMap((input) =>
    'path' in input ? folders.filesOf(input.path) : [uploads.pathOf(input.upload)],
  )
  return [...new Set(paths)]
}

/** The inputs of a request by the names that its client knows: paths as the client wrote them, and names of uploads. */
export function knownNames(inputs: Inputs, { uploads }: Pick<Context, 'uploads'>): string[] {
  return inputs.map((input) => ('path' in input ? input.path : basename(uploads.pathOf(input.upload))))
}

/** The documents to compare with, as the library takes them; or the namespace of the server's index. */
export interface SecondSide {
  readonly against?: readonly string[]
  readonly index?: { readonly namespace: string; readonly isWritten: boolean }
}

interface SideRequest {
  readonly against?: Inputs | 'index'
  readonly againstIndex?: { readonly namespace?: string }
  readonly add?: boolean
}

/** Resolves the second side of a search. */
export function secondSide(
  { against, againstIndex, add = false }: SideRequest,
  context: Readable & Pick<Context, 'isReadOnly'>,
): SecondSide {
  if (against !== 'index' && (add || againstIndex !== undefined)) {
    const name = add ? 'add' : 'againstIndex'
    throw new Fault(
      400,
      'invalid-request',
      `${name} requires the index of the server`,
      'use against: "index"',
    )
  }
  if (against === undefined) return {}
  if (against === 'index') {
    if (add && context.isReadOnly) {
      throw new Fault(
        403,
        'read-only',
        'the index is open read-only',
        'leave out add, or use a server that was started without --read-only',
      )
    }
    return { index: { namespace: againstIndex?.namespace ?? '', isWritten: add } }
  }
  const run = against.flatMap((one) => ('path' in one ? (context.folders.runOf(one.path) ?? []) : []))
  if (run.length === 0) return { against: readablePaths(against, context) }
  if (against.length > 1)
    throw new Fault(400, 'invalid-request', 'against names a run and other inputs', 'name a single run')
  return { against: run }
}
