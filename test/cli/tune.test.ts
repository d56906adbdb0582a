import { candidateProbability } from 'likewise/sketch'
import { describe, expect, it } from 'vitest'
import { Workspace } from './likewise.js'

describe.concurrent('likewise tune', () => {
  it('shows the curve of a threshold and a recall as a plot and a table', async () => {
    const { code, stdout } = await new Workspace().run(['tune', '--threshold', '0.8', '--recall', '0.95'])
    expect(code).toBe(0)
    expect(stdout).toContain('13 of 7 rows: 140 slots')
    expect(stdout).toContain('≥ 95.3 % at similarity 0.8 (requested 95.0 %)')
    expect(stdout).toContain('0.8000  0.953098  ← threshold')
    expect(stdout).toMatch(/1\.0 ┤ +▁│▅▇▇█+\n/)
  })

  it('shows the curve of bands and rows, and as JSON the numbers of the library', async () => {
    const { stdout } = await new Workspace().run(['tune', '--bands', '20', '--rows', '5', '--json'])
    const { points, ...curve } = JSON.parse(stdout)
    expect(curve).toMatchObject({ bands: 20, rows: 5, slots: 100, threshold: 0.05 ** 0.2 })
    expect(points).toHaveLength(22)
    for (const { similarity, probability } of points)
      expect(probability).toBe(candidateProbability(similarity, { bands: 20, rows: 5 }))
  })

  it('draws an SVG', async () => {
    const workspace = new Workspace()
    const { stdout, stderr } = await workspace.run(['tune', '--bands', '20', '--rows', '5', '--svg', '-'])
    expect(stdout).toMatch(/^<svg [^>]*>\n.*<polyline points="[\d. ,]+".*<\/svg>\n$/s)
    expect(stderr).toContain('20 of 5 rows')
    await workspace.run(['tune', '--bands', '20', '--rows', '5', '--svg', 'curve.svg'])
    expect(workspace.read('curve.svg')).toBe(stdout)
  })
})
