import { type Plan, similarityIn } from '../../../src/model/plan.js'

/** The command-line options for a plan like this one, without those that have their default values. */
export function optionsOf(plan: Plan): string[] {
  const { threshold, recall, shingle, maxGroup, keepPairsFrom } = plan
  const { kind, k, bag, nfkc, punctuation, whitespace, segment } = shingle
  const isOther = (name: string, value: string, usual: string) =>
    value === usual ? [] : [`--${name} ${value}`]
  return [
    `--threshold ${threshold}`,
    `--recall ${recall}`,
    ...isOther('similarity', similarityIn(plan), 'jaccard'),
    ...isOther('shingle', `${kind}:${k}`, 'words:5'),
    ...(bag ? ['--bag'] : []),
    ...(nfkc ? ['--nfkc'] : []),
    ...isOther('case', shingle.case, 'fold'),
    ...isOther('punctuation', punctuation, 'keep'),
    ...isOther('whitespace', whitespace, 'collapse'),
    ...(kind === 'chars' ? [] : isOther('segment', segment, 'bigrams')),
    ...isOther('max-group', `${maxGroup}`, '2000'),
    ...(keepPairsFrom === undefined ? [] : [`--keep-pairs-from ${keepPairsFrom}`]),
  ]
}
