import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../src/engine/make-plan.js'
import { shortName } from '../../../src/hash/short-name.js'
import { unplannedFlags } from '../../../src/report/unplanned-flags.js'
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

  it('writes characters that a terminal would act on as escapes', () => {
    const inputs = ["a\u0003'\\\n.jsonl", 'b\u202e.jsonl']
    expect(commandLine({ ...data, given: { inputs, options: [] } }, [])).toBe(
      "likewise find $'a\\x03\\'\\\\\\x0a.jsonl' $'b\\xe2\\x80\\xae.jsonl'",
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
    const leftOut = { pairs: 0, clustersAreComplete: true, texts: 0, files: 3 }
    expect(commandLine({ ...dropped, leftOut }, [])).toMatch(/^likewise find INPUT --threshold/)
    const files = [shortName('long'.repeat(500))]
    expect(commandLine({ ...dropped, documents: { ids: [], files } }, [])).toMatch(/^likewise find INPUT /)
  })

  it('has the inputs of a run on the page or on a server, and how they were read', () => {
    const { given: _, ...found } = data
    const equivalent = {
      inputs: ['all notes'],
      options: unplannedFlags({
        text: ["the field's text", 'body'],
        id: false,
        format: 'csv',
        encoding: 'latin1',
        delimiter: '\t',
        header: false,
        onError: 'skip',
        clusters: 'stars',
        survivor: { field: 'date', prefer: 'largest' },
        onePerCluster: true,
      }),
    }
    expect(commandLine({ ...found, equivalent }, [['threshold', '0.6']])).toBe(
      "likewise find 'all notes' --text 'the field'\\''s text' --text body --no-id --format csv --encoding latin1 --delimiter tab --header no --on-error skip --cluster-by stars --survivor field:date:largest --one-per-cluster --recall 0.95 --threshold 0.6",
    )
    expect(unplannedFlags({ onError: 'stop', id: 'key', survivor: { sources: ['a', 'b'] } })).toEqual([
      ['id', 'key'],
      ['survivor', 'sources:a,b'],
    ])
  })
})
