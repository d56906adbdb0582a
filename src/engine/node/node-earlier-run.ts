import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { InvalidArtifact, InvalidOption } from '../../model/errors.js'
import { type Plan, similarityIn } from '../../model/plan.js'
import { seedOf } from '../../plan/choose-plan.js'
import type { InputStamp, Source } from '../../read/source.js'
import { checkShingleOptions, planShingles } from '../../text/shingle-options.js'
import { IN_PLAN, type PlannedOptions } from '../request.js'
import type { Block } from '../stages/blocks/block.js'
import { nodeBlocks } from './blocks/node-block-file.js'
import { blockLocation, markOf } from './blocks/node-block-store.js'
import { readOutcome } from './node-recluster.js'
import { BLOCKS, DESCRIPTION, readRun } from './node-run-directory.js'

/** A finished run whose documents others are compared with, without sketching them again. */
export interface EarlierRun {
  readonly path: string
  readonly plan: Plan
  /** The files that it read. */
  readonly inputs: readonly string[]
  readonly fields: { readonly text: readonly string[]; readonly id: string | false }
  /** The sketch that the run kept of one of its units; undefined if it is damaged. */
  sketchOf(unit: number): Block | undefined
  /** @throws InvalidArtifact if the inputs have changed */
  checkInputs(source: Source): void
}

/** Whether a path is that of a run directory. */
export function isRunDirectory(path: string): boolean {
  return existsSync(join(path, DESCRIPTION))
}

interface Identity {
  readonly plan: Plan
  readonly textFields: readonly string[]
  readonly idField: string | null
  readonly against?: object
  readonly inputs: readonly (Omit<InputStamp, 'modified'> & { readonly modified: string })[]
}

/** @throws InvalidArtifact if it is not a finished run of one collection */
export function openEarlierRun(path: string): EarlierRun {
  const { plan, textFields, idField, against, inputs } = readRun(path) as unknown as Identity
  // Only a finished run has an outcome.
  const outcome = against === undefined ? readOutcome(path) : undefined
  if (outcome === undefined) {
    throw new InvalidArtifact(
      'a run',
      'it compared documents with others (`against`)',
      'name the input files instead',
      path,
    )
  }
  const mark = markOf(readFileSync(join(path, DESCRIPTION), 'utf8'))
  return {
    path,
    plan,
    inputs: inputs.map((input) => input.path),
    // What the run actually used: a field that was detected may have turned out not to hold ids.
    fields: { text: textFields, id: outcome.idField ?? false },
    sketchOf: (unit) => {
      // If the ids were dropped after reading, the blocks were still written with them.
      const found = nodeBlocks.find(blockLocation(join(path, BLOCKS), mark, `sketch-${unit}`))
      return found === 'damaged' ? undefined : found
    },
    checkInputs: (source) => {
      const now = source.inputs?.map(({ bytes, modified }) => ({
        bytes,
        modified: new Date(modified).toISOString(),
      }))
      const then = inputs.map(({ bytes, modified }) => ({ bytes, modified }))
      if (isDeepStrictEqual(now, then) && (idField === null || idField !== undefined)) return
      throw new InvalidArtifact(
        'a run',
        'its inputs have changed since',
        'run it again, or name the input files instead',
        path,
      )
    },
  }
}

/**
 * The plan of the run, which applies to both sides.
 *
 * @throws InvalidOption if something else is requested
 */
export function planOfRun({ plan, path }: EarlierRun, requested: PlannedOptions): Plan {
  for (const name of IN_PLAN) {
    const value = requested[name]
    if (value === undefined) continue
    const known = valueIn(plan, name)
    const wanted = name === 'shingle' ? planShingles(checkShingleOptions(requested.shingle!)) : value
    if (!agrees(name, wanted, known, plan)) throw differs(name, wanted, known, path)
  }
  if (requested.plan !== undefined && !isDeepStrictEqual(requested.plan, plan))
    throw new InvalidOption('plan', requested.plan, `the plan of the run in ${path}`)
  return plan
}

/** The value of an option that a plan sets; undefined if the plan does not use it. */
function valueIn(plan: Plan, name: keyof PlannedOptions): unknown {
  if (name === 'seed') return seedOf(plan)
  if (name === 'similarity') return similarityIn(plan)
  if (name === 'sketch' || name === 'slots') return plan.method === 'bands' ? plan.scheme[name] : undefined
  return Reflect.get(plan, name)
}

function agrees(name: keyof PlannedOptions, wanted: unknown, known: unknown, { method }: Plan): boolean {
  if (isDeepStrictEqual(wanted, known)) return true
  // No exact search has signatures, so every exact search ignores what is requested for them.
  if (method === 'exact' && (name === 'sketch' || name === 'slots')) return true
  // The number of slots is a maximum.
  return name === 'slots' && (known as number) <= (wanted as number)
}

/** For an object, such as the shingle options, the error names the first field that differs. */
function differs(name: string, wanted: unknown, known: unknown, path: string): InvalidOption {
  if (typeof wanted === 'object' && wanted !== null && typeof known === 'object' && known !== null) {
    for (const field of Object.keys({ ...wanted, ...known })) {
      const [one, other] = [Reflect.get(wanted, field), Reflect.get(known, field)] as unknown[]
      if (!isDeepStrictEqual(one, other)) return differs(`${name}.${field}`, one, other, path)
    }
  }
  return new InvalidOption(
    name,
    wanted,
    `${known === undefined ? `no value, as in the run in ${path}` : `the value that the run in ${path} used: ${JSON.stringify(known)}`} (to use another, compare with its input files)`,
  )
}
