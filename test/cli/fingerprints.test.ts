import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { jsonLines, Workspace } from './likewise.js'

const PRINTS = fileURLToPath(new URL('../../examples/data/fingerprints', import.meta.url))
const xyt = (name: string) => readFileSync(`${PRINTS}/${name}.xyt`, 'utf8')
const minutiae = (name: string) =>
  xyt(name)
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number))

/** Minutiae as an ISO 19794-2 template at 500 pixels to the inch, y turned to grow downwards. */
function isoTemplate(points: readonly (readonly number[])[]): Uint8Array {
  const bytes = new Uint8Array(24 + 4 + 6 * points.length + 2)
  const data = new DataView(bytes.buffer)
  bytes.set([0x46, 0x4d, 0x52, 0, 0x20, 0x32, 0x30, 0])
  data.setUint32(8, bytes.length)
  data.setUint16(18, 197)
  data.setUint16(20, 197)
  bytes.set([1, 0, 1, 0, 80, points.length], 22)
  points.forEach(([x, y, angle, quality], i) => {
    data.setUint16(28 + 6 * i, x! & 0x3fff)
    data.setUint16(30 + 6 * i, (1000 - y!) & 0x3fff)
    bytes.set([Math.round(((((angle! % 360) + 360) % 360) * 256) / 360) & 255, quality ?? 0], 32 + 6 * i)
  })
  return bytes
}

describe.concurrent('likewise fingerprints', () => {
  it('with a folder alone finds the prints of each finger and measures the error rates', async () => {
    const { code, stdout, stderr } = await new Workspace().run(['fingerprints', PRINTS])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('36 prints of 12 fingers')
    expect(stdout).toContain('36 pairs at 0.15 or above, 12 clusters')
    expect(stdout).toContain('equal error rate 0 %')
    expect(stdout).toContain('36 pairs of the same finger')
    expect(stdout).toContain('false matches  false non-matches')
    expect(stdout).toContain('0 % false non-matches at 1 % false matches\n')
    expect(stdout).toMatch(
      / {8}0\.3 % {16}0 %\n {5}0 of 594 {16}0 %\n594 pairs of different fingers cannot show a rate below 0\.168 %\n/,
    )
  })

  it('shows no rate below what the number of pairs can show', async () => {
    const few = ['101_1', '101_2', '102_1'].map((name) => `${PRINTS}/${name}.xyt`)
    const { stdout } = await new Workspace().run(['fingerprints', ...few])
    expect(stdout).toMatch(/error rates equal error rate 0 % .*\n {2}identified/)
    expect(stdout).toMatch(
      /false non-matches\n {7}0 of 2 {16}0 %\n2 pairs of different fingers cannot show a rate below 50 %\n/,
    )
  })

  it('reads the prints that a pattern matches', async () => {
    const { code, stdout } = await new Workspace().run([
      'fingerprints',
      `${PRINTS}/10[12]_*`,
      '--json',
      '--quiet',
    ])
    expect([code, JSON.parse(stdout).prints]).toEqual([0, 6])
    const { code: refused, stderr } = await new Workspace().run(['fingerprints', `${PRINTS}/../*.md`])
    expect(refused).toBe(1)
    expect(stderr).toMatch(/\*\.md: no file has the extension of a print; supported extensions: \.xyt/)
  })

  it('an empty stdin contains no print, but is not an error', async () => {
    const { code, stdout, stderr } = await new Workspace().run(['fingerprints', '-', '--json', '--quiet'])
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ prints: 0, pairs: 0, clusters: 0, minutiae: 0 })
    const { code: done, stdout: summary } = await new Workspace().run(['fingerprints', '-'])
    expect(done).toBe(0)
    expect(summary).toMatch(/read +0 prints\n/)
    const probed = await new Workspace().run(['fingerprints', PRINTS, '--probe', '-', '--json', '--quiet'])
    expect(probed.code).toBe(0)
    expect(JSON.parse(probed.stdout)).toMatchObject({ probes: 0, pairs: 0, matches: [] })
  })

  it('says that one print cannot be compared', async () => {
    const { code, stdout } = await new Workspace().run(['fingerprints', `${PRINTS}/101_1.xyt`])
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /read +1 print with 28 minutiae\n +compared +nothing, because there is only one print\n/,
    )
  })

  it('reads ISO 19794-2 templates, and finds in them what it finds in .xyt', async () => {
    const workspace = new Workspace()
    mkdirSync(join(workspace.folder, 'prints'))
    for (const name of ['105_1', '105_2', '110_1'])
      workspace.write(`prints/${name}.fmr`, isoTemplate(minutiae(name)))
    const { stdout } = await workspace.run(['fingerprints', 'prints', '--json', '--quiet'])
    const xyt = await workspace.run([
      'fingerprints',
      ...['105_1', '105_2', '110_1'].map((name) => `${PRINTS}/${name}.xyt`),
      ...['--scores', 'xyt.jsonl', '--json', '--quiet'],
    ])
    const [one, other] = [JSON.parse(stdout), JSON.parse(xyt.stdout)]
    expect(one).toMatchObject({ prints: 3, minutiae: other.minutiae, fingers: 2, pairs: other.pairs })
    // Templates round angles to 360/256 degrees.
    await workspace.run(['fingerprints', 'prints', '--scores', 'iso.jsonl', '--quiet'])
    workspace.rows('iso.jsonl').forEach(({ a, b, score }, i) => {
      const expected = workspace.rows('xyt.jsonl')[i]!
      expect([a, b]).toEqual([expected.a, expected.b])
      expect(Math.abs((score as number) - (expected.score as number))).toBeLessThan(0.1)
    })
    workspace.write('prints/110_2.fmr', isoTemplate(minutiae('110_2')).slice(0, 40))
    const { code, stderr } = await workspace.run(['fingerprints', 'prints'])
    expect(code).toBe(1)
    expect(stderr).toContain('prints/110_2.fmr, line 1: the length stated in the template is wrong')
  })

  it('draws a probe on its best match, and how often the correct finger comes first', async () => {
    const workspace = new Workspace()
    const probe = ['fingerprints', PRINTS, '--probe', `${PRINTS}/105_2.xyt`, '--json', '--quiet']
    const { stdout } = await workspace.run([...probe, '--overlay', 'overlay.svg', '--svg', 'ranks.svg'])
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({
      known: 1,
      foundFirst: 1,
      ranks: [{ rank: 1, share: 1 }, {}, {}, {}, {}, {}],
    })
    expect(report.written.map(({ kind }: { kind: string }) => kind)).toEqual(['svg', 'overlay'])
    const drawing = workspace.read('overlay.svg')
    expect(drawing).toContain('<title>105_2 on 105_1</title>')
    expect(drawing.match(/stroke="#2a9d4a"/g)).toHaveLength(report.matches[0].matches[0].matched)
    expect(workspace.read('ranks.svg')).toContain('found first: 100 %')
    const many = await workspace.run(['fingerprints', PRINTS, '--probe', PRINTS, '--overlay', 'x.svg'])
    expect(many.stderr).toContain('--overlay draws one probe, not 36')
    const alone = await workspace.run(['fingerprints', PRINTS, '--overlay', 'x.svg'])
    expect(alone.stderr).toContain('--overlay requires --probe')
    expect([many.code, alone.code]).toEqual([2, 2])
  })

  it('writes pairs, scores, clusters and the curve', async () => {
    const workspace = new Workspace()
    const args = [
      '--pairs',
      'same.csv',
      '--scores',
      'all.jsonl',
      '--clusters',
      'fingers.jsonl',
      '--svg',
      'det.svg',
    ]
    const { code, stdout } = await workspace.run(['fingerprints', PRINTS, ...args, '--json', '--quiet'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      prints: 36,
      possiblePairs: 630,
      candidates: 630,
      threshold: 0.15,
      pairs: 36,
      fingers: 12,
      rates: {
        genuine: 36,
        impostor: 594,
        equalErrorRate: 0,
        areaUnderCurve: 1,
        equalErrorInterval: { low: 0, high: 0.25 },
      },
      ranks: [{ rank: 1, share: 1, high: 1 }, {}, {}, {}, {}, {}],
    })
    expect(workspace.read('same.csv').split('\n')).toHaveLength(38)
    expect(workspace.read('same.csv')).toMatch(/^a,b,score\n101_1,101_2,0\.\d+\n/)
    expect(workspace.rows('all.jsonl')).toHaveLength(630)
    expect(workspace.rows('fingers.jsonl')[0]).toMatchObject({
      members: ['101_1', '101_2', '101_3'],
      size: 3,
      pairs: 3,
    })
    expect(workspace.read('det.svg')).toMatch(
      /^<svg .*equal error rate 0\.00 %.*<polyline points="[\d., ]+".*<\/svg>\n$/s,
    )
  })

  it('identifies the finger of a print', async () => {
    const workspace = new Workspace()
    workspace.write('found.xyt', xyt('107_2'))
    const { code, stdout } = await workspace.run([
      'fingerprints',
      PRINTS,
      '--probe',
      'found.xyt',
      '--top',
      '4',
      '--json',
      '-q',
    ])
    expect(code).toBe(0)
    const { matches } = JSON.parse(stdout)
    expect(matches[0].probe).toBe('found')
    expect(
      matches[0].matches
        .map(({ print }: { print: string }) => print)
        .slice(0, 3)
        .sort(),
    ).toEqual(['107_1', '107_2', '107_3'])
    expect(matches[0].matches[0]).toMatchObject({ print: '107_2', score: expect.closeTo(1, 6) })
  })

  it('counts how many probes find their finger first, never themselves', async () => {
    const { stdout } = await new Workspace().run([
      'fingerprints',
      PRINTS,
      '--probe',
      `${PRINTS}/105_2.xyt`,
      '--pairs',
      '-',
    ])
    expect(jsonLines(stdout)[0]).toMatchObject({
      probe: '105_2',
      rank: 1,
      print: expect.stringMatching(/^105_[13]$/),
    })
  })

  it('reads JSON: one print, a list of prints, lines, with fingers and resolutions', async () => {
    const workspace = new Workspace()
    workspace.write('a.json', JSON.stringify({ id: 'a', finger: 'thumb', minutiae: minutiae('101_1') }))
    workspace.write(
      'b.json',
      JSON.stringify([
        {
          id: 'b',
          finger: 'thumb',
          dpi: 1000,
          minutiae: minutiae('101_2').map(([x = 0, y = 0, theta]) => ({ x: 2 * x, y: 2 * y, theta })),
        },
        { id: 'c', finger: 'index', minutiae: minutiae('102_1') },
      ]),
    )
    workspace.write(
      'd.jsonl',
      `${JSON.stringify({ id: 'd', finger: 'index', minutiae: minutiae('102_2') })}\n`,
    )
    const { code, stdout } = await workspace.run(['fingerprints', '.', '--pairs', '-', '--quiet'])
    expect(code).toBe(0)
    expect(jsonLines(stdout).map(({ a, b }) => [a, b])).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  it('reads JSON Lines from stdin, as prints and as probes', async () => {
    const workspace = new Workspace()
    const line = (id: string) => `${JSON.stringify({ id, minutiae: minutiae(id) })}\n`
    const together = await workspace.run(
      ['fingerprints', '-', '--pairs', '-', '-q'],
      line('101_1') + line('101_2'),
    )
    expect(jsonLines(together.stdout).map(({ a, b }) => [a, b])).toEqual([['101_1', '101_2']])
    const probe = await workspace.run(['fingerprints', PRINTS, '--probe', '-', '--json'], line('103_1'))
    expect(JSON.parse(probe.stdout)).toMatchObject({ probes: 1 })
    const bad = await workspace.run(['fingerprints', '-'], '{"id":"x","minutiae":[[1,2]]}\n')
    expect([bad.code, bad.stderr]).toEqual([
      1,
      expect.stringContaining('stdin, line 1: the angle of minutia 1 is not a number'),
    ])
  })

  it('flips y if it points downwards in an image', async () => {
    const workspace = new Workspace()
    const down = (name: string, turn: number) =>
      minutiae(name)
        .map(([x = 0, y = 0, angle = 0]) => {
          const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
          return `${x * cos - y * sin} ${-(x * sin + y * cos)} ${(angle + (turn * 180) / Math.PI).toFixed(3)}\n`
        })
        .join('')
    workspace.write('f_1.xyt', down('101_1', 0))
    workspace.write('f_2.xyt', down('101_2', 2))
    const scoreWith = async (axis: string) => {
      const { stdout } = await workspace.run(['fingerprints', '.', '--scores', '-', '--y-axis', axis, '-q'])
      return jsonLines(stdout)[0]!.score as number
    }
    expect(await scoreWith('down')).toBeGreaterThan(0.2)
    expect(await scoreWith('up')).toBeLessThan(0.15)
  })
})

describe.concurrent('fingerprints on bad input', () => {
  it.each([
    [['gone'], 1, 'gone: no such file'],
    [['bad_1.xyt'], 1, 'bad_1.xyt, line 2: 2 fields instead of x, y, angle and an optional quality'],
    [['empty_1.xyt'], 1, 'empty_1.xyt, line 1: the print has no minutiae'],
    [['bad.json'], 1, 'bad.json, line 1: not JSON'],
    [['none.json'], 1, 'none.json, line 1: no list of minutiae'],
    [['wrong.jsonl'], 1, 'wrong.jsonl, line 2: the y of minutia 1 is not a number'],
    [['twice.jsonl'], 1, 'both have the id "x"'],
    [['folder'], 1, 'folder: no such file'],
    [['-', '-'], 2, 'stdin can be read only once; use - only once'],
    [['-', '--probe', '-'], 2, 'stdin can be read only once; use - only once'],
    [['good_1.xyt', '--top', '3'], 2, '--top requires --probe'],
    [
      ['good_1.xyt', '--probe', 'good_1.xyt', '--svg', 'x.svg'],
      2,
      'which needs probes whose finger is known',
    ],
    [['good_1.xyt', '--svg', 'x.svg'], 2, 'which need known pairs of the same finger'],
    [['good_1.xyt', '--accept', '0'], 2, 'invalid --accept: 0'],
  ])('%j ends with %i and says: %s', async (args, code, message) => {
    const workspace = new Workspace()
    workspace.write('good_1.xyt', xyt('101_1'))
    workspace.write('bad_1.xyt', '1 2 3\n4 5\n')
    workspace.write('empty_1.xyt', '\n')
    workspace.write('bad.json', '{')
    workspace.write('none.json', '{"points":[]}')
    workspace.write('wrong.jsonl', '{"id":"a","minutiae":[[1,2,3]]}\n{"id":"b","minutiae":[[1]]}\n')
    workspace.write('twice.jsonl', '{"id":"x","minutiae":[[1,2,3]]}\n{"id":"x","minutiae":[[1,2,3]]}\n')
    const before = workspace.names()
    const outcome = await workspace.run(['fingerprints', ...args])
    expect([outcome.code, outcome.stdout]).toEqual([code, ''])
    expect(outcome.stderr).toContain(message)
    expect(workspace.names()).toEqual(before)
  })

  it('a bad print is skipped and counted on request', async () => {
    const workspace = new Workspace()
    workspace.write('a_1.xyt', xyt('101_1'))
    workspace.write('a_2.xyt', xyt('101_2'))
    workspace.write('b_1.xyt', '1 2\n')
    const { code, stdout } = await workspace.run(['fingerprints', '.', '--on-error', 'skip'])
    expect(code).toBe(0)
    expect(stdout).toContain('1 bad print\n              b_1.xyt, line 1: 2 fields')
    expect(stdout).toContain('1 pair at 0.15 or above, 1 cluster')
  })

  it('a print without minutiae of the required quality is a bad print', async () => {
    const workspace = new Workspace()
    const list = (quality: number) => minutiae('101_1').map(([x, y, angle]) => [x, y, angle, quality])
    workspace.write('good_1.xyt', xyt('101_1'))
    workspace.write('poor_1.xyt', '1 2 3 40\n4 5 6 30\n')
    workspace.write('poor_2.json', JSON.stringify(list(20)))
    workspace.write('poor_3.fmr', isoTemplate(list(10) as number[][]))
    workspace.write(
      'a.jsonl',
      `${JSON.stringify({ id: 'good_2', minutiae: list(60) })}\n${JSON.stringify({ id: 'poor_4', minutiae: list(5) })}\n`,
    )
    workspace.write('b.csv', 'print,x,y,angle,quality\ngood_3,1,2,3,50\npoor_5,1,2,3,49\n')
    const stopped = await workspace.run(['fingerprints', 'poor_1.xyt', 'good_1.xyt', '--quality', '50'])
    expect(stopped).toMatchObject({ code: 1, stdout: '' })
    expect(stopped.stderr).toContain(
      'poor_1.xyt, line 1: no minutia of the print has quality 50 or higher; the best has 40',
    )
    expect(stopped.stderr).toContain('decrease --quality')
    const args = ['fingerprints', '.', '--quality', '50', '--on-error', 'skip']
    const { code, stdout } = await workspace.run([...args, '--probe', 'good_1.xyt', '--json', '--quiet'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ prints: 3, skipped: 5, probes: 1 })
    const { stdout: summary } = await workspace.run(args)
    expect(summary).toMatch(
      /5 bad prints\n +a\.jsonl, line 2: .*best has 5\n +b\.csv, line 3: .*best has 49\n/,
    )
    const none = await workspace.run(['fingerprints', '.', '--quality', '95', '--on-error', 'skip'])
    expect([none.code, none.stderr]).toEqual([
      1,
      expect.stringContaining(
        'all 8 prints were skipped; the first: a.jsonl, line 1: no minutia of the print has quality 95',
      ),
    ])
  })
})
