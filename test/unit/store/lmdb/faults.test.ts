import { constants } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { InvalidArtifact, UnwritableOutput } from '../../../../src/model/errors.js'
import { commitFault } from '../../../../src/store/lmdb/node-commit-fault.js'

const FILE = join('seen', 'data-1.mdb')

/** An error as lmdb-js throws it. */
const faultOf = (code: number | undefined, message = 'reason') =>
  Object.assign(new Error(message), code !== undefined && { code })

describe('an error of LMDB', () => {
  const { EACCES, EDQUOT, EFBIG, EIO, ENOSPC } = constants.errno

  it.each([
    ['MDB_PAGE_NOTFOUND', -30797],
    ['MDB_CORRUPTED', -30796],
    ['MDB_INVALID', -30793],
    ['MDB_BAD_TXN', -30782],
    ['Invalid key size 5a00', undefined],
  ])('for damage names the file: %s', async (message, code) => {
    const fault = await commitFault('seen', faultOf(code, message), FILE)
    expect(fault).toBeInstanceOf(InvalidArtifact)
    expect((fault as Error).message).toContain(`${FILE}: a page is damaged (${message}); restore a snapshot`)
  })

  it.each([EDQUOT, EFBIG, EIO, ENOSPC])('for a full disk names the folder: %i', async (code) => {
    const rejected = Object.assign(new Error('Commit failed'), { commitError: Promise.reject(faultOf(code)) })
    for (const error of [faultOf(code), rejected]) {
      const fault = await commitFault('seen', error, FILE)
      expect(fault).toBeInstanceOf(UnwritableOutput)
      expect((fault as Error).message).toMatch(/^seen: no space is left/)
    }
  })

  it('is otherwise left as it is', async () => {
    for (const error of [faultOf(EACCES), faultOf(undefined), 'text', undefined])
      expect(await commitFault('seen', error, FILE)).toBe(error)
  })
})
