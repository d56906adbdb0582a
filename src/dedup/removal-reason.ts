import { firstCopies } from '../engine/local/copies.js'
import type { LocalResult } from '../engine/local/local-engine.js'
import type { RemovalReason } from '../model/report.js'

/** Says why a document is removed in favour of another. */
export function removalReasons({
  copies,
  identicalTexts,
  places,
}: LocalResult): (position: number, survivor: number) => RemovalReason {
  const sameText = firstCopies(identicalTexts, places.count)
  const sameShingles = firstCopies(copies, places.count)
  return (position, survivor) => {
    if (sameText[position] === sameText[survivor]) return 'identical'
    return sameShingles[position] === sameShingles[survivor] ? 'equal' : 'similar'
  }
}
