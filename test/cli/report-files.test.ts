import { describe, expect, it } from 'vitest'
import { asLines, Workspace } from './likewise.js'
import { reportIn } from './report-in.js'

const TEXT = 'the ferry between both islands stopped after its engine had failed twice within one single week'

describe('the files of a report', () => {
  it('are all files that were read, also those without pairs', async () => {
    const workspace = new Workspace()
    workspace.write(
      'none.jsonl',
      asLines([{ id: 'n', text: 'only a few words of its own, like no other text' }]),
    )
    workspace.write('one.jsonl', asLines([{ id: 'a', text: `${TEXT} today` }]))
    workspace.write('other.jsonl', asLines([{ id: 'b', text: `${TEXT} today` }]))
    const inputs = ['none.jsonl', 'one.jsonl', 'other.jsonl']
    const { code, stderr } = await workspace.run(['find', ...inputs, '--report', 'r.html', '--quiet'])
    expect([code, stderr]).toEqual([0, ''])
    const { documents, fileOf } = reportIn(workspace.read('r.html'))
    // The page suggests commands with these names if there was no command line.
    expect(documents.files).toEqual(inputs)
    expect(documents.ids).toEqual(['a', 'b'])
    expect([...fileOf]).toEqual([1, 2])
  })
})
