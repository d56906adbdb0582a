import { checkJoinSets } from '../../../join/fast/join-sets.js'
import { checkTop } from '../../../join/fast/top-matches.js'
import { conflicting } from '../../../model/check.js'
import { InvalidOption } from '../../../model/errors.js'
import { DEFAULT_MAX_GROUP, type MaxGroup } from '../../../model/plan.js'
import type { Similarity } from '../../../model/similarity.js'
import { checkRequestOption } from '../../request.js'
import type { NodeJoinOptions } from './join-engine.js'

/** What a join searches for: all pairs, or the top of each set. */
export interface JoinSettings {
  readonly similarity: Similarity
  /** 0 is possible with `top` only: one common element is enough. */
  readonly threshold: number
  readonly top: number | undefined
  /** With `top`: sets that are less similar than the last of the top by no more than this are found as well. Default: 0. */
  readonly tolerance?: number
  readonly countOnly: boolean
  readonly maxEqual: MaxGroup
}

/** The one check of what a join looks for, for every function and command. */
export function checkJoinSettings(options: NodeJoinOptions): JoinSettings {
  const { threshold, similarity, top, countOnly = false, maxEqual = DEFAULT_MAX_GROUP } = options
  checkRequestOption('maxGroup', maxEqual, 'maxEqual')
  if (top !== undefined && options.maxEqual !== undefined)
    throw conflicting('maxEqual', maxEqual, '`top`, which limits the pairs of each set')
  const given = {
    ...(similarity !== undefined && { similarity }),
    ...(threshold !== undefined && { threshold }),
  }
  if (top !== undefined) return { ...checkTop({ ...given, top }), countOnly, maxEqual }
  if (threshold === undefined) {
    const expected = similarity === 'overlap' ? 'a number of shared elements' : 'a number, unless top is set'
    throw new InvalidOption('threshold', threshold, expected)
  }
  return { ...checkJoinSets({ ...given, threshold }), top, countOnly, maxEqual }
}
