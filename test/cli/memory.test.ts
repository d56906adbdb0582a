// A memory budget on the command line: what it refuses, and that nothing else depends on it.

import { describe, expect, it } from 'vitest'
import { asLines, Place, prose } from './likewise.js'

const records = Array.from({ length: 8000 }, (_, i) => ({
  text: `${prose(i >> 2, 60)}${' x'.repeat(i % 3)}`,
}))

describe.concurrent('--memory', () => {
  it('too small is refused at once with the least that would do, and that does, with the same result', async () => {
    const place = new Place()
    place.write('in.jsonl', asLines(records))
    const find = (name: string, ...more: string[]) =>
      place.run([
        'find',
        'in.jsonl',
        '--json',
        '--force',
        '--pairs',
        `${name}.p.jsonl`,
        '--clusters',
        `${name}.c.jsonl`,
        ...more,
      ])
    const unbounded = await find('unbounded')
    expect(JSON.parse(unbounded.stdout)).toMatchObject({ spilledBytes: 0, pairs: 12_000 })
    for (const workers of [[], ['--workers', '2']]) {
      const refused = await find('refused', '--memory', '64MB', ...workers)
      const { error } = JSON.parse(refused.stderr) as { error: { message: string; hint: string } }
      expect(error.message).toMatch(/^64 MB is not enough for about [\d,]+ documents$/)
      expect(error.hint).toMatch(/^use at least \d+ MB$/)
      expect([refused.code, refused.stdout]).toEqual([1, ''])
      const least = Number(/at least (\d+) MB/.exec(refused.stderr)![1])
      expect((await find('refused', '--memory', `${least - 1}MB`, ...workers)).code).toBe(1)
      const did = await find('least', '--memory', `${least}MB`, ...workers)
      expect(did.code).toBe(0)
      const { spilledBytes, peakMemoryBytes, ...report } = JSON.parse(did.stdout) as Record<string, number>
      expect(spilledBytes).toBeGreaterThan(0)
      // Libraries of the system, which differ, are counted too.
      expect(peakMemoryBytes).toBeLessThan(1.1e6 * least)
      expect(report).toMatchObject({ documents: 8000, pairs: 12_000 })
      for (const kind of ['p', 'c']) {
        expect(place.read(`least.${kind}.jsonl`) === place.read(`unbounded.${kind}.jsonl`)).toBe(true)
      }
    }
    expect(place.names()).not.toContain('refused.p.jsonl')
    expect(place.litter()).toEqual([])
  })

  it('has no room for a record that is too long, which is an error with its file', async () => {
    const place = new Place()
    place.write('short.jsonl', asLines(records.slice(0, 100)))
    place.write('long.jsonl', asLines([records[0]!, { text: prose(1, 400_000) }, records[1]!]))
    const find = ['find', 'short.jsonl', 'long.jsonl', '-q', '--pairs', 'p.jsonl', '--workers', '1']
    const { code, stderr } = await place.run([...find, '--memory', '148MB'])
    expect(stderr).toBe(
      'likewise: long.jsonl, line 2: the record has more than 1.0 MB; split or remove the record, or use more --memory or fewer --workers\n',
    )
    expect(code).toBe(1)
    expect([place.names(), place.litter()]).toEqual([['long.jsonl', 'short.jsonl'], []])
    expect(await place.run([...find, '--memory', '1GB'])).toEqual({ code: 0, stdout: '', stderr: '' })
  })
})
