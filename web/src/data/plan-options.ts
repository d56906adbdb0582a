import { type Plan, similarityIn } from '../../../src/model/plan.js'

/** The command-line options for a plan like this one, without those that have their default values. */
export function optionsOf(plan: Plan): (readonly [name: string, value?: string])[] {
  const { threshold, recall, shingle, maxGroup, keepPairsFrom } = plan
  const { kind, k, bag, nfkc, punctuation, whitespace, segment } = shingle
  const isChanged = (name: string, value: string, defaultValue: string) =>
    value === defaultValue ? [] : [[name, value] as const]
  return [
    ['threshold', `${threshold}`],
    ['recall', `${recall}`],
    ...isChanged('similarity', similarityIn(plan), 'jaccard'),
    ...isChanged('shingle', `${kind}:${k}`, 'words:5'),
    ...(bag ? [['bag'] as const] : []),
    ...(nfkc ? [['nfkc'] as const] : []),
    ...isChanged('case', shingle.case, 'fold'),
    ...isChanged('punctuation', punctuation, 'keep'),
    ...isChanged('whitespace', whitespace, 'collapse'),
    ...(kind === 'chars' ? [] : isChanged('segment', segment, 'bigrams')),
    ...isChanged('max-group', `${maxGroup}`, '2000'),
    ...(keepPairsFrom === undefined ? [] : [['keep-pairs-from', `${keepPairsFrom}`] as const]),
  ]
}
