import { checkJoinSets } from '../../../join/fast/join-sets.js'
import { checkTop } from '../../../join/fast/top-matches.js'
import { InvalidOption } from '../../../model/errors.js'
import { DEFAULT_MAX_GROUP, type MaxGroup } from '../../../model/plan.js'
import type { Similarity } from '../../../model/similarity.js'
import { checkMaxGroup } from '../../../plan/check-plan.js'
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
  readonly maxGroup: MaxGroup
}

export function checkJoinSettings(options: NodeJoinOptions): JoinSettings {
  const { threshold, similarity, top, countOnly = false, maxGroup = DEFAULT_MAX_GROUP } = options
  checkMaxGroup('maxGroup', maxGroup)
  const given = {
    ...(similarity !== undefined && { similarity }),
    ...(threshold !== undefined && { threshold }),
  }
  if (top !== undefined) return { ...checkTop({ ...given, top }), countOnly, maxGroup }
  if (threshold === undefined) {
    throw new InvalidOption('threshold', threshold, 'a number, unless top is set')
  }
  return { ...checkJoinSets({ ...given, threshold }), top, countOnly, maxGroup }
}
