import { compare } from '../../engine/inline/compare.js'
import { explain } from '../../node/explain.js'
import { curveReport, requestedCurve } from '../../plan/curve.js'
import type { Handlers } from '../context.js'
import { readablePaths, secondSide } from '../jobs/inputs.js'

export const TEXT_HANDLERS: Pick<Handlers, 'compare' | 'tune' | 'explain'> = {
  compare: ({ a, b, ...options }) => compare(a, b, options),
  tune: (options) => curveReport(requestedCurve(options)),
  explain({ inputs, options: { against: others, ...options } = {} }, context) {
    const paths = readablePaths(inputs, context)
    const { against } = secondSide({ ...(others && { against: others }) }, context)
    return explain(paths, { ...options, ...(against && { against }) })
  },
}
