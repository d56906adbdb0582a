import { describe, expect, it } from 'vitest'
import { asLines, prose, Workspace } from './likewise.js'

const ESCAPE = '\u001b[2J'

describe.concurrent('what a person reads', () => {
  it('one is singular', async () => {
    const workspace = new Workspace()
    const shared = prose(1, 60)
    workspace.write('two.jsonl', asLines([{ text: `${shared} one` }, { text: `${shared} two` }]))
    const { stdout } = await workspace.run(['plagiarism', 'two.jsonl'])
    expect(stdout).toMatch(/compared +1 pair that shares some text\n/)
    // Of three ratings one is too low to count.
    workspace.write('ratings.csv', 'user,item,rating\na,x,5\na,y,5\nb,x,1\nb,y,5\n')
    const rated = await workspace.run([
      'recommend',
      'ratings.csv',
      '--preferences',
      'liked',
      '--liked-from',
      '4',
    ])
    expect(rated.stdout).toContain('; 1 other dropped')
  })

  it('columns stay aligned if values contain control characters', async () => {
    const workspace = new Workspace()
    const records = [
      { source: `${ESCAPE}x`, text: prose(1) },
      { source: 'plain', text: prose(1) },
      { source: 'plain', text: prose(2) },
    ]
    workspace.write('a.jsonl', asLines(records))
    const { stdout } = await workspace.run(['dedup', 'a.jsonl', '--out', 'out'])
    const rates = stdout.split('\n').filter((line) => / of [12]$/.test(line))
    expect(rates).toHaveLength(2)
    expect(new Set(rates.map((line) => line.indexOf(' %'))).size).toBe(1)
  })

  it('the program describes what it wrote in whole sentences', async () => {
    const workspace = new Workspace()
    workspace.write('a.jsonl', asLines([{ text: prose(1) }, { text: prose(1) }]))
    await workspace.run(['dedup', 'a.jsonl'])
    const { code, stderr } = await workspace.run(['find', 'a.removed.jsonl'])
    expect(code).toBe(1)
    expect(stderr).toContain('it is a list of documents removed by dedup, written by this program')
  })
})
