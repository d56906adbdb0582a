/// <reference types="node" />
import { basename, join, resolve } from 'node:path'
import { type Output, STDOUT } from '../../write/node-output.js'
import { checkStdin } from '../check-stdin.js'
import { planShingleRequest, type ShingleRequest } from '../find/shingle-request.js'
import { isGlob } from '../input/is-glob.js'
import { sourceRequest } from '../input/source-request.js'
import type { OptionValues } from '../options/table.js'
import { checkStdout } from '../output/outputs.js'
import type { ReadOptions } from './read-documents.js'

/** What plagiarism has to do, as plain data derived from the command line alone. */
export interface PlagiarismPlan {
  readonly inputs: readonly string[]
  readonly read: ReadOptions
  readonly base: string | undefined
  /** If they come from a file, it is not read yet. */
  readonly stopWords: ShingleRequest | undefined
  readonly score: number | undefined
  readonly long: number | undefined
  readonly byChance: number | undefined
  /** What was searched, for the heading of the report. */
  readonly title: string
  readonly report: Output
  readonly copies: Output
  /** A folder to create first. */
  readonly folder: string | undefined
  readonly json: boolean
  readonly quiet: boolean
}

export function planPlagiarism(inputs: readonly string[], values: OptionValues): PlagiarismPlan {
  const { language, out } = values
  const stopWords = values['stop-words']
  const title = titleOf(inputs)
  const output = (option: 'report' | 'copies', ending: string): Output => ({
    option: `--${option}`,
    path: values[option] ?? join(out ?? '', `${title}.plagiarism.${ending}`),
  })
  const plan: PlagiarismPlan = {
    inputs,
    read: {
      ...sourceRequest(values),
      ...(language !== undefined && { language }),
      ...(values.author !== undefined && { author: values.author }),
      ...(values.submissions !== undefined && { submissions: true }),
    },
    base: values.base,
    stopWords:
      stopWords === undefined
        ? undefined
        : planShingleRequest({
            shingle: { kind: 'stopwords' },
            'stop-words': stopWords,
            ...(values.memory !== undefined && { memory: values.memory }),
          }),
    score: values.score,
    long: values.long,
    byChance: values['by-chance'],
    title,
    report: output('report', 'html'),
    copies: output('copies', 'jsonl'),
    folder: out,
    json: values.json === true,
    quiet: values.quiet === true,
  }
  checkStdin([...inputs, plan.base])
  checkStdout([plan.report, plan.copies], plan.json)
  return plan
}

/** `essays` for the folder essays/, for essays.jsonl.gz, and for the current folder if it is called essays. */
function titleOf(inputs: readonly string[]): string {
  const [input = '', ...more] = inputs
  if (more.length > 0 || isGlob(input)) return 'documents'
  if (input === STDOUT) return 'stdin'
  const name = basename(resolve(input))
  return (
    name.replace(/(?<=.)\.(jsonl|ndjson|json|csv|tsv|parquet|txt|md|html?)(\.gz|\.zst)?$/i, '') || 'documents'
  )
}
