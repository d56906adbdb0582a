import { flag, option } from './option.js'
import { choice, number, share, word } from './values.js'

/** How ratings are interpreted. */
export const PREFERENCE_OPTIONS = {
  preferences: option({
    value: 'KIND',
    choices: ['auto', 'liked', 'liked-disliked', 'stars'],
    group: 'Recommendations',
    default: 'auto',
    summary:
      'How the ratings of a customer become a set. liked: only the items that the customer liked; liked-disliked: liked and disliked items, as different elements; stars: all rated items, with more copies of an item for more stars; auto: whichever predicts held-out ratings best',
    parse: choice('--preferences', ['auto', 'liked', 'liked-disliked', 'stars']),
    commands: ['recommend'],
  }),
  'liked-from': option({
    value: 'RATING',
    group: 'Recommendations',
    default: '4 of 5 stars, or the upper quarter of the scale',
    summary: 'The lowest rating that counts as liked',
    parse: number('--liked-from'),
    commands: ['recommend'],
  }),
  'disliked-to': option({
    value: 'RATING',
    group: 'Recommendations',
    default: '2 of 5 stars, or the lower quarter of the scale',
    summary: 'The highest rating that counts as disliked; implies --preferences liked-disliked',
    parse: number('--disliked-to'),
    commands: ['recommend'],
  }),
  by: option({
    value: 'items|customers|groups',
    choices: ['items', 'customers', 'groups'],
    group: 'Recommendations',
    default: 'items',
    summary:
      'Recommend from similar items, from similar customers, or from customers with similar groups of items',
    parse: choice('--by', ['items', 'customers', 'groups']),
    commands: ['recommend'],
  }),
  'group-threshold': option({
    value: 'FRACTION',
    group: 'Recommendations',
    default: '0.4',
    summary: 'Group items whose sets of customers have at least this Jaccard similarity',
    parse: share('--group-threshold'),
    commands: ['recommend'],
  }),
  for: option({
    value: 'CUSTOMER',
    group: 'Recommendations',
    summary: 'Show the recommendations for this customer, the reasons, and the most similar customers',
    parse: word('--for', 'a customer of the input'),
    commands: ['recommend'],
  }),
  like: option({
    value: 'ITEM',
    group: 'Recommendations',
    summary: 'Show the items most similar to this one',
    parse: word('--like', 'an item of the input'),
    commands: ['recommend'],
  }),
  evaluate: option({
    group: 'Recommendations',
    summary:
      'Evaluate on the input: hold out the latest ratings or purchases, and compare with EASE, ALS, item–item cosine and the most popular items',
    parse: flag,
    commands: ['recommend'],
  }),
} as const
