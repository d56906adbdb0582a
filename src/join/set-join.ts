import type { PairBatch } from '../model/pair.js'
import type { SetCollection } from '../model/set-collection.js'
import type { JoinSetsOptions } from './fast/join-sets.js'

/**
 * An engine for sets as a function, such as `joinSets`: all pairs of a collection that reach the threshold, exactly, each once, sorted by
 * (a, b). Recipes take one as a parameter, so that the same recipe runs on any engine.
 */
export type SetJoin = (sets: SetCollection, options: JoinSetsOptions) => PairBatch
