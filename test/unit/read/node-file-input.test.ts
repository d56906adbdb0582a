import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PathResolver } from '../../../src/read/node-file-input.js'

describe('PathResolver', () => {
  it('resolves paths as Node does, in any order', () => {
    const names = [
      ...['a.txt', 'b.txt', 'one/a.txt', 'one/b.txt', 'one/two/a.txt', 'one/b.txt', 'on/a.txt'],
      ...[
        './one/a.txt',
        '../a.txt',
        'one/../two/a.txt',
        'one//a.txt',
        'one//b.txt',
        'one/.',
        'one/..',
        'one/',
      ],
      ...['one/.hidden', 'one/..txt', 'one\\a.txt', 'one\\b.txt', 'one/x\\..', '', '.', '..'],
      ...[
        '/a.txt',
        '/b.txt',
        '/one/a.txt',
        '/one/b.txt',
        '//one/a.txt',
        '/one/../a.txt',
        '/one/ü/今.txt',
        '/',
      ],
    ]
    const paths = new PathResolver()
    for (const name of [...names, ...names.toReversed()]) expect(paths.resolve(name)).toBe(resolve(name))
  })
})
