import { joinByLength, LengthIndex } from '../../src/join/length.js'
import { joinByPosition, PositionIndex } from '../../src/join/position.js'
import { joinByPositionSuffix, PositionSuffixIndex } from '../../src/join/position-suffix.js'
import { joinByPrefix, PrefixIndex } from '../../src/join/prefix.js'
import type { JoinMethod } from './join-suite.js'

export const byLength: JoinMethod = {
  name: 'length',
  makeIndex: (options) => new LengthIndex(options),
  join: joinByLength,
}

export const byPrefix: JoinMethod = {
  name: 'prefix',
  makeIndex: (options) => new PrefixIndex(options),
  join: joinByPrefix,
}

export const byPosition: JoinMethod = {
  name: 'position',
  makeIndex: (options) => new PositionIndex(options),
  join: joinByPosition,
  withoutContainment: 'positions alone say no more than the prefix',
}

export const byPositionSuffix: JoinMethod = {
  name: 'position and suffix length',
  makeIndex: (options) => new PositionSuffixIndex(options),
  join: joinByPositionSuffix,
}

export const METHODS = [byLength, byPrefix, byPosition, byPositionSuffix]
