/** The number of characters that predict the next one. */
const ORDER = 2
const START = '\u0002'
const END = '\u0003'

/**
 * How likely a word is by its spelling: log2 of the probability of getting this word by drawing letter after letter, each given the two
 * before it, as in the given words. Two records rarely contain PSLX350H by chance; many contain Anna.
 *
 * @param words distinct words to learn from
 */
export function spellingModel(words: readonly string[]): (word: string) => number {
  const runs = new Map<string, number>()
  const contexts = new Map<string, number>()
  const letters = new Map<string, number>()
  let total = 0
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const word of words) {
    const text = framed(word)
    for (let i = ORDER; i < text.length; i++) {
      count(runs, text.slice(i - ORDER, i + 1))
      count(contexts, text.slice(i - ORDER, i))
      count(letters, text[i]!)
      total++
    }
  }
  const alphabet = letters.size + 1
  return (word) => {
    const text = framed(word)
    let bits = 0
    for (let i = ORDER; i < text.length; i++) {
      // A run that was not seen falls back to the frequency of the letter (Witten and Bell, 1991).
      const alone = ((letters.get(text[i]!) ?? 0) + 1) / (total + alphabet)
      const seen = runs.get(text.slice(i - ORDER, i + 1)) ?? 0
      const context = contexts.get(text.slice(i - ORDER, i)) ?? 0
      bits += Math.log2((seen + alphabet * alone) / (context + alphabet))
    }
    return bits
  }
}

function framed(word: string): string {
  return START.repeat(ORDER) + word + END
}
