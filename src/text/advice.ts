import { checkChoice, checkNames, checkUnit, checkWhole } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import { type NormalizeOptions, normalize } from './normalize.js'
import { checkShingleOptions, type ShingleOptions } from './shingle-options.js'
import { eachWord, type WordOptions } from './tokens.js'

/** The options of `adviseShingleLength`. */
export interface AdviceOptions extends NormalizeOptions, WordOptions {
  /** `words` only if texts are given, because their variety must be measured. Default: `words` for texts, otherwise `chars`. */
  readonly kind?: 'words' | 'chars'
  /** The highest acceptable probability that a given shingle occurs in a typical document by chance. Default: 0.001. */
  readonly chance?: number
}

/** Advice on the length of shingles, with the reasons. */
export interface ShingleAdvice {
  /** The shortest shingle that is rare enough. */
  readonly k: number
  /** The number of tokens in the median document. */
  readonly typicalLength: number
  /** The number of equally frequent tokens that would be as varied as those of the corpus; 20 if it was not measured. */
  readonly effectiveTokens: number
  /** For each length 1 … k + 2: the number of likely shingles, and the probability that a given one occurs in a document. */
  readonly table: readonly { readonly k: number; readonly space: number; readonly chance: number }[]
}

/** The rule of thumb of Mining of Massive Datasets, 3.2.2: imagine that there are only 20 characters. */
export const FREQUENT_CHARACTERS = 20

const LONGEST_ADVICE = 20
const NAMES = ['kind', 'chance', 'segment', 'nfkc', 'case', 'punctuation', 'whitespace']

/**
 * The number of likely shingles of k tokens: tokens^k.
 *
 * @example shingleSpace(20, 4) // 160000
 */
export function shingleSpace(tokens: number, k: number): number {
  if (!(tokens >= 1)) throw new InvalidOption('tokens', tokens, 'a number of at least 1')
  return tokens ** checkWhole('k', k, 1, 1_000_000)
}

/**
 * Recommends a shingle length for a corpus: k should be large enough that a given shingle is unlikely to occur in a given document by
 * chance. For texts, the variety of their tokens is measured (2 to the power of their entropy); for a typical length in characters, the
 * rule of thumb of 20 characters is used.
 *
 * @example adviseShingleLength(3000).k // 5: mail
 */
export function adviseShingleLength(
  corpus: number | Iterable<string>,
  options: AdviceOptions = {},
): ShingleAdvice {
  const { chance = 0.001, ...textOptions } = options
  checkNames(options, NAMES)
  checkChoice('kind', options.kind ?? 'chars', ['words', 'chars'])
  if (typeof corpus === 'string') throw new InvalidOption('corpus', corpus, 'a list of texts, or a length')
  checkUnit('chance', chance)
  if (chance === 0) throw new InvalidOption('chance', chance, 'a number above 0')
  if (typeof corpus === 'number' && options.kind === 'words') {
    throw new InvalidOption(
      'kind',
      'words',
      'texts instead of a length: the variety of words must be measured',
    )
  }
  const { length, tokens } =
    typeof corpus === 'number'
      ? { length: checkWhole('typical length', corpus, 1, 2 ** 32), tokens: FREQUENT_CHARACTERS }
      : measure(corpus, textOptions)

  const row = (k: number) => ({
    k,
    space: tokens ** k,
    chance: -Math.expm1(length * Math.log1p(-(tokens ** -k))),
  })
  let k = 1
  while (k < LONGEST_ADVICE && row(k).chance > chance) k++
  const table = Array.from({ length: k + 2 }, (_, i) => row(i + 1))
  return { k, typicalLength: length, effectiveTokens: tokens, table }
}

function measure(texts: Iterable<string>, options: ShingleOptions): { length: number; tokens: number } {
  const checked = checkShingleOptions(options)
  const counts = new Map<string, number>()
  const lengths: number[] = []
  let total = 0
  for (const text of texts) {
    const normal = normalize(text, checked.normalize)
    let length = 0
    for (const token of checked.kind === 'chars' ? normal : eachWord(normal, checked)) {
      counts.set(token, (counts.get(token) ?? 0) + 1)
      length++
    }
    if (length > 0) lengths.push(length)
    total += length
  }
  if (lengths.length === 0)
    throw new InvalidOption('corpus', 'without a token', 'at least one text that is not empty')
  lengths.sort((a, b) => a - b)
  let entropy = 0
  for (const count of counts.values()) entropy -= (count / total) * Math.log2(count / total)
  return { length: lengths[lengths.length >> 1]!, tokens: 2 ** entropy }
}
