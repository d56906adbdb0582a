import { DEFAULTS } from '../../engine/request.js'
import { RANGES } from '../../model/ranges.js'
import { BAND_SIMILARITIES } from '../../model/similarity.js'
import { anyObject, list, number, object, text, whole, word } from '../schema.js'
import type { Limits } from '../settings.js'
import { post } from './route.js'
import { INPUTS, LAYOUT, SEARCH, THRESHOLD_AND_RECALL } from './search-values.js'
import { SHINGLE, textOf } from './values.js'

const SHARE = number({ minimum: 0, maximum: 1 })

/** Operations that need no index. */
export function textRoutes(limits: Limits) {
  return {
    compare: post({
      path: '/v1/compare',
      group: 'texts',
      summary: 'Show what two texts have in common',
      body: object({ a: textOf(limits), b: textOf(limits) }, { shingle: SHINGLE }),
      answer: object(
        {
          similarity: SHARE,
          estimate: SHARE,
          containment: object({ aInB: SHARE, bInA: SHARE }, {}),
          shared: list(text()),
          onlyA: list(text()),
          onlyB: list(text()),
        },
        {},
      ),
    }),
    tune: post({
      path: '/v1/tune',
      group: 'texts',
      summary:
        'Choose bands and rows for a threshold and a recall, or take those given, with the probability of finding a pair by similarity',
      body: object(
        {},
        {
          ...THRESHOLD_AND_RECALL,
          similarity: word(BAND_SIMILARITIES, { default: DEFAULTS.similarity }),
          slots: whole(...RANGES.slots, { description: 'The maximum number of slots in a signature' }),
          ...LAYOUT,
        },
      ),
      answer: anyObject({ description: 'The output of likewise tune --json' }),
    }),
    explain: post({
      path: '/v1/explain',
      group: 'texts',
      summary: 'Show the plan that a search would follow, and why, without running it',
      isLongRunning: true,
      body: object({ inputs: INPUTS }, { options: SEARCH }),
      answer: anyObject({ description: 'The output of likewise explain --json' }),
    }),
  }
}
