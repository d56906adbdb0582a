// `likewise/fingerprints`: finds prints of the same finger.

export {
  matchPrints,
  type PreparedPrint,
  type PrintMatch,
  type PrintMatchOptions,
} from '../apps/fingerprints/match.js'
export { type Minutia, type Print, parseXyt } from '../apps/fingerprints/print.js'
export {
  type Candidate,
  type Identified,
  PrintIndex,
  type PrintIndexOptions,
} from '../apps/fingerprints/print-index.js'
export {
  type PrintScores,
  pairsAtLeast,
  scorePrints,
  splitScores,
} from '../apps/fingerprints/same-fingers.js'
export {
  type FunctionOdds,
  type FunctionOptions,
  functionOdds,
  SquareFunctions,
} from '../apps/fingerprints/square-functions.js'
export { frameSquares, type GridOptions, printSquares, squareCount } from '../apps/fingerprints/squares.js'
export { type ErrorPoint, type ErrorRates, errorRates, falseNonMatchAt } from '../audit/error-rates.js'
export {
  type Alignment,
  bestAlignment,
  type Motion,
  type OrientedPoint,
  type PointTolerance,
} from '../distance/oriented-points.js'
