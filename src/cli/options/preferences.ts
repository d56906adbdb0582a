import { flag, option } from './option.js'
import { choice, number, share, word } from './values.js'

/** What ratings say. */
export const PREFERENCE_OPTIONS = {
  preferences: option({
    value: 'WAY',
    choices: ['auto', 'liked', 'liked-disliked', 'stars'],
    group: 'Preferences',
    default: 'auto',
    summary:
      'How ratings become sets: low ones dropped, liked and disliked as two elements, a copy for each star, or whichever of these predicts held-out ratings best',
    parse: choice('--preferences', ['auto', 'liked', 'liked-disliked', 'stars']),
    commands: ['recommend'],
  }),
  'liked-from': option({
    value: 'RATING',
    group: 'Preferences',
    default: '4 of 5 stars, or the upper quarter of the scale',
    summary: 'The least rating that counts as liked',
    parse: number('--liked-from'),
    commands: ['recommend'],
  }),
  'disliked-to': option({
    value: 'RATING',
    group: 'Preferences',
    default: '2 of 5 stars, or the lower quarter of the scale',
    summary: 'The highest rating that counts as disliked, with --preferences liked-disliked',
    parse: number('--disliked-to'),
    commands: ['recommend'],
  }),
  by: option({
    value: 'items|customers|groups',
    choices: ['items', 'customers', 'groups'],
    group: 'Preferences',
    default: 'items',
    summary:
      'Recommend by similar items, by similar customers, or by customers compared through groups of items',
    parse: choice('--by', ['items', 'customers', 'groups']),
    commands: ['recommend'],
  }),
  'group-threshold': option({
    value: 'SHARE',
    group: 'Preferences',
    default: '0.4',
    summary: 'How alike the customers of two items must be for a group: their Jaccard similarity',
    parse: share('--group-threshold'),
    commands: ['recommend'],
  }),
  for: option({
    value: 'CUSTOMER',
    group: 'Preferences',
    summary: 'Show what to recommend to this customer and why, and the most similar customers',
    parse: word('--for', 'a customer of the input'),
    commands: ['recommend'],
  }),
  like: option({
    value: 'ITEM',
    group: 'Preferences',
    summary: 'Show the items most like this one',
    parse: word('--like', 'an item of the input'),
    commands: ['recommend'],
  }),
  evaluate: option({
    group: 'Preferences',
    summary:
      'Measure on the input itself: keep back what came last, and compare with EASE, ALS, item–item cosine and the most popular',
    parse: flag,
    commands: ['recommend'],
  }),
} as const
