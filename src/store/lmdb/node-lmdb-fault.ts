/// <reference types="node" />
import { constants } from 'node:os'
import { dirname } from 'node:path'
import { UnwritableOutput } from '../../model/errors.js'
import { damaged } from './node-check-file.js'

/** The errors of LMDB for pages that it cannot follow: MDB_PAGE_NOTFOUND, MDB_CORRUPTED, MDB_INVALID, and MDB_BAD_TXN for what follows. */
const DAMAGE: readonly number[] = [-30797, -30796, -30793, -30782]
/** The error of lmdb-js for a key that is longer than any that it writes. */
const LONG_KEY = 'Invalid key size'

const { EDQUOT, EFBIG, EIO, ENOSPC } = constants.errno
/** The errors of the system for a full disk; LMDB reports EIO for a write that the disk accepted only in part. */
const FULL: readonly number[] = [EDQUOT, EFBIG, EIO, ENOSPC]

/**
 * Translates an error of LMDB about a file; other errors are returned unchanged.
 *
 * @param folder what an error about a full disk names
 */
export function lmdbFault(path: string, error: unknown, folder = dirname(path)): unknown {
  if (!(error instanceof Error)) return error
  const { message } = error
  const code = 'code' in error && typeof error.code === 'number' ? error.code : 0
  if (DAMAGE.includes(code) || message.startsWith(LONG_KEY))
    return damaged(path, `a page is damaged (${message})`)
  if (!FULL.includes(code)) return error
  return new UnwritableOutput(
    folder,
    'no space is left on its disk, or the disk failed',
    'free some space and try again',
  )
}
