/// <reference types="node" />

import { tmpdir } from 'node:os'
import { compare } from '../../engine/inline/compare.js'
import { count, counted, percent } from '../../model/quantities.js'
import type { ChosenFields } from '../../read/source.js'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../temporary/node-leftovers.js'
import { checkShingleOptions } from '../../text/shingle-options.js'
import type { Context } from '../context.js'
import { planShingleRequest, readShingleRequest } from '../find/shingle-request.js'
import { fieldRows } from '../input/input-rows.js'
import { sourceRequest } from '../input/source-request.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { processCost } from '../output/process-cost.js'
import { row } from '../output/rows.js'
import { paint } from '../terminal.js'
import { asUsage, UsageError } from '../usage-error.js'
import { markedText } from './marked-text.js'
import { readSide, readSides, type Side } from './read-text.js'
import { sharedSpans } from './shared-spans.js'

/** Options for reading the documents of `--in`. */
const INPUT_ONLY = ['text', 'id', 'no-id', 'format', 'delimiter', 'header', 'exclude', 'on-error'] as const

/** `likewise compare A B`: shows what two texts have in common. */
export async function compareTexts(
  [a = '', b = '']: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  const request = planShingleRequest(values)
  asUsage(() => checkShingleOptions(request.options))
  const stray = INPUT_ONLY.find((name) => values[name] !== undefined)
  if (values.in === undefined && stray !== undefined) {
    throw new UsageError(`--${stray} requires --in`, 'add --in INPUT')
  }
  const shingle = readShingleRequest(request)
  const { sides, fields, skipped = 0, filesRead } = await readBoth(a, b, values, context)
  const [left, right] = sides
  context.progress.step('comparing')
  const comparison = compare(left.text, right.text, {
    shingle,
    ...(values.seed !== undefined && { sketch: { seed: values.seed } }),
  })
  const marks = sides.map(({ text }) => sharedSpans(text, comparison.shared, shingle))
  const { similarity, estimate, containment, shared, onlyA, onlyB } = comparison
  const names = sides.map(({ name }, i) => name ?? 'AB'[i]!)
  const report = {
    inputs: [a, b],
    written: [],
    ...(fields && { filesRead, fields, skipped }),
    similarity,
    estimate,
    ...containment,
    shared,
    onlyA,
    onlyB,
    marksA: marks[0],
    marksB: marks[1],
    ...processCost(),
  }
  return {
    report,
    isAnswer: true,
    text: (printer) =>
      [
        ...sides.map(
          ({ text }, i) =>
            `${paint('bold', names[i]!, printer)}\n${markedText(text, marks[i]!, printer).replace(/\n*$/, '')}\n\n`,
        ),
        ...(fields === undefined ? [] : fieldRows(fields).map(([name, text]) => row(name, text))),
        ...(skipped === 0 ? [] : [row('skipped', counted(skipped, 'bad record'))]),
        row('similarity', `${similarity.toFixed(4)} (estimated from signatures: ${estimate.toFixed(4)})`),
        row(
          'shared',
          `${counted(shared.length, 'shingle')}; ${count(onlyA.length)} only in the first, ${count(onlyB.length)} only in the second`,
        ),
        row(
          'contained',
          `${percent(containment.aInB)} of the first in the second, ${percent(containment.bInA)} of the second in the first`,
        ),
      ].join(''),
  }
}

async function readBoth(
  a: string,
  b: string,
  values: OptionValues,
  { lifetime }: Context,
): Promise<{
  readonly sides: readonly [Side, Side]
  readonly fields?: ChosenFields
  readonly skipped?: number
  readonly filesRead?: number
}> {
  if (values.in === undefined) {
    return { sides: [await readSide(a, values), await readSide(b, values)] }
  }
  const temporary = makeTemporaryFolder(tmpdir())
  const remove = () => removeTemporaryFolder(temporary)
  const release = lifetime.onEnd(remove)
  try {
    return await readSides([a, b], values.in, { ...sourceRequest(values), temporary })
  } finally {
    remove()
    release()
  }
}
