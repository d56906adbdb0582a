import { compareWithin } from '../../engine/inline/compare.js'
import { explain } from '../../node/explain.js'
import { curveReport, requestedCurve } from '../../plan/curve.js'
import { searchAllowed } from '../allowed-folders.js'
import type { Handlers } from '../context.js'
import { readablePaths, secondSide } from '../jobs/inputs.js'

export const TEXT_HANDLERS: Pick<Handlers, 'compare' | 'tune' | 'explain'> = {
  compare: ({ a, b, ...options }, { limits }) => compareWithin(limits.maxListed, a, b, options),
  tune: (options) => curveReport(requestedCurve(options)),
  explain({ inputs, options: { against: others, ...options } = {} }, context) {
    const paths = readablePaths(inputs, context)
    const { against } = secondSide({ ...(others && { against: others }) }, context)
    return searchAllowed(context.folders, [...paths, ...(against ?? [])], () =>
      explain(paths, { ...options, ...(against && { against }) }),
    )
  },
}
