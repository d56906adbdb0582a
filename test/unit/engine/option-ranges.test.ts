import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chooseBands } from '../../../src/band/choose-bands.js'
import { FLAG_OF } from '../../../src/cli/options/request-flags.js'
import { OPTION_LIST } from '../../../src/cli/options/table.js'
import { makePlan } from '../../../src/engine/make-plan.js'
import { CHOICES, checkRequestOption, DEFAULTS } from '../../../src/engine/request.js'
import { RANGES } from '../../../src/model/ranges.js'
import { curveFor } from '../../../src/plan/curve.js'
import { SEARCH } from '../../../src/server/routes/search-values.js'
import { textRoutes } from '../../../src/server/routes/text-routes.js'

type Described = Readonly<Record<string, unknown>>
const propertiesOf = (schema: object) =>
  (schema as { readonly properties: Readonly<Record<string, Described>> }).properties
const SERVED = propertiesOf(SEARCH)
const TUNED = propertiesOf(textRoutes({ maxText: 1, maxDocuments: 1 } as never).tune.body as object)

const RANGE_NAMES = Object.keys(RANGES) as (keyof typeof RANGES)[]
const DEFAULT_NAMES = Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[]
const CHOICE_NAMES = Object.keys(CHOICES) as (keyof typeof CHOICES)[]

const page = (path: string) =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8').replaceAll(/\s+/g, ' ')

function flagOf(name: string) {
  return OPTION_LIST.find((row) => row.name === Reflect.get(FLAG_OF, name))
}

describe('the library, the command line and the server agree', () => {
  it.each(RANGE_NAMES)('on the range of %s', (name) => {
    const [min, max] = RANGES[name]
    for (const value of [min, max]) {
      expect(checkRequestOption(name, value)).toBe(value)
      if (flagOf(name)) expect(flagOf(name)!.parse(`${value}`)).toBe(value)
    }
    expect(() => checkRequestOption(name, min - 1)).toThrow()
    for (const value of [max + 1, min + 0.5]) {
      expect(() => checkRequestOption(name, value)).toThrow()
      if (flagOf(name)) expect(() => flagOf(name)!.parse(`${value}`)).toThrow()
    }
    for (const row of [SERVED[name], TUNED[name]]) {
      const bounds = (row?.anyOf as readonly Described[] | undefined)?.[0] ?? row
      if (bounds !== undefined) expect(bounds).toMatchObject({ minimum: min, maximum: max })
    }
  })

  it.each(DEFAULT_NAMES)('on the default of %s', (name) => {
    for (const row of [SERVED[name], TUNED[name]])
      if (row !== undefined) expect(row.default).toBe(DEFAULTS[name])
    const shown = flagOf(name)?.default
    if (shown !== undefined) expect(shown).toBe(`${DEFAULTS[name]}`)
  })

  it('on the slots of signatures, with a sample of the documents and without one', () => {
    const { slotsWithSample, slotsWithoutSample } = DEFAULTS
    // Of the commands, only tune has the option, which is for a curve without an input.
    expect(flagOf('slots')!.commands).toEqual(['tune'])
    expect(flagOf('slots')!.default).toMatch(new RegExp(`^${slotsWithoutSample} for a recall of 0\\.95,`))
    for (let threshold = 0.3; threshold < 1; threshold += 0.05) {
      const request = { threshold, recall: DEFAULTS.recall }
      const { bands, rows } = chooseBands({ ...request, slots: slotsWithoutSample })
      expect(curveFor(request)).toMatchObject({ bands, rows })
      expect(makePlan({ ...request, method: 'bands' })).toMatchObject({ bands, rows })
    }
    expect(page('docs/reference/flow.md')).toContain(
      `at most ${slotsWithSample} slots reach a recall of 0.95`,
    )
    expect(page('docs/reference/bands.md')).toMatch(new RegExp(`slots\\?: .*default ${slotsWithoutSample},`))
    expect(page('docs/decisions/planning.md')).toContain(`(by default ${slotsWithSample})`)
    expect(page('docs/decisions/planning.md')).toContain(`with up to ${slotsWithoutSample} slots`)
  })

  it.each(CHOICE_NAMES)('on the values of %s', (name) => {
    if (SERVED[name] !== undefined) expect(SERVED[name].enum).toEqual(CHOICES[name])
    const row = flagOf(name)
    if (row !== undefined) expect(row.choices).toEqual(CHOICES[name])
  })
})
