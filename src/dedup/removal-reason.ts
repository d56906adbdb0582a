import type { NodeFindResult } from '../engine/node/node-engine-options.js'
import { firstCopies } from '../engine/stages/identical/copies.js'
import type { RemovalReason } from '../model/report.js'

/** Returns why a document is removed in favor of another. */
export function removalReasons({
  copies,
  identicalTexts,
  locations,
}: NodeFindResult): (position: number, survivor: number) => RemovalReason {
  const sameText = firstCopies(identicalTexts, locations.count)
  const sameShingles = firstCopies(copies, locations.count)
  return (position, survivor) => {
    if (sameText[position] === sameText[survivor]) return 'identical'
    return sameShingles[position] === sameShingles[survivor] ? 'equal' : 'similar'
  }
}
