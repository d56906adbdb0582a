import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { InvalidArtifact, UnwritableOutput } from '../../../../src/model/errors.js'
import { commitFault } from '../../../../src/store/lmdb/node-commit-fault.js'
import { createLockFile } from '../../../../src/store/lmdb/node-lock-file.js'

const root = mkdtempSync(join(tmpdir(), 'likewise-faults-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

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

describe('the lock file of LMDB', () => {
  it('is created in full, and an existing one is left as it is', () => {
    const folder = mkdtempSync(join(root, 'lock-'))
    createLockFile(join(folder, 'data-1.mdb'))
    expect(readFileSync(join(folder, 'data-1.mdb-lock'))).toEqual(Buffer.alloc(2 ** 16))
    writeFileSync(join(folder, 'data-2.mdb-lock'), 'in use')
    createLockFile(join(folder, 'data-2.mdb'))
    expect(readFileSync(join(folder, 'data-2.mdb-lock'), 'utf8')).toBe('in use')
    expect(readdirSync(folder)).toEqual(['data-1.mdb-lock', 'data-2.mdb-lock'])
  })
})
