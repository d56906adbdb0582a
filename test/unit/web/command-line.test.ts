import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../src/engine/make-plan.js'
import { commandLine } from '../../../web/src/data/command-line.js'

const DOCUMENTS = { ids: [], files: ['my notes.txt'] }

describe('the command line of a report', () => {
  const given = {
    inputs: ["it's.jsonl", '-x.jsonl', '-'],
    options: [['id', 'id'], ['threshold', '0.7'], ['nfkc'], ['run-dir', 'run'], ['delimiter', '-']],
  } as const
  const data = { command: 'find', given, plan: makePlan({ threshold: 0.7 }), documents: DOCUMENTS } as const

  it('has the inputs and options of the run, quoted, with the changed options', () => {
    expect(commandLine(data, [['threshold', '0.6'], ['bands', '20'], ['nfkc']])).toBe(
      "likewise find 'it'\\''s.jsonl' ./-x.jsonl - --id id --delimiter=- --threshold 0.6 --bands 20",
    )
  })

  it('writes to new files next to those of the run, unless the run could overwrite them', () => {
    const run = (options: readonly (readonly [string, string?])[]) => ({
      ...data,
      given: { inputs: ['in.jsonl'], options },
    })
    const report = ['report', 'r.html'] as const
    expect(commandLine(run([report]), [])).toBe('likewise find in.jsonl --report r-2.html')
    expect(commandLine(run([['pairs', '-'], report]), [])).toBe(
      'likewise find in.jsonl --pairs=- --report r-2.html',
    )
    expect(commandLine(run([['force'], report]), [])).toBe('likewise find in.jsonl --force --report r.html')
    const dedup = (options: readonly (readonly [string, string?])[]) =>
      commandLine({ ...run(options), command: 'dedup' }, [])
    expect(dedup([])).toBe('likewise dedup in.jsonl --out out-2')
    expect(dedup([['out', 'clean/']])).toBe('likewise dedup in.jsonl --out clean-2')
    expect(dedup([['force']])).toBe('likewise dedup in.jsonl --force')
    expect(dedup([['dry-run']])).toBe('likewise dedup in.jsonl --dry-run')
  })

  it('has the options of the plan instead of a plan file', () => {
    const run = { inputs: ['in.jsonl'], options: [['plan', 'plan.json']] } as const
    expect(commandLine({ ...data, given: run }, [['recall', '0.9']])).toBe(
      'likewise find in.jsonl --threshold 0.7 --recall 0.9',
    )
  })

  it('has the files and the options of the plan if there was no command line', () => {
    const { given: _, ...dropped } = data
    expect(commandLine(dropped, [])).toBe("likewise find 'my notes.txt' --threshold 0.7 --recall 0.95")
  })
})
