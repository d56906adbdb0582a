// `likewise/distance`: distances of sets, vectors and strings.

export { type BagOptions, type BagUnion, bagCounts, bagDistance, bagSimilarity } from '../distance/bags.js'
export { containment } from '../distance/containment.js'
export { cosineDistance, cosineSimilarity } from '../distance/cosine.js'
export { editDistance, editDistanceWithin, lcsLength, longestCommonSubsequence } from '../distance/edit.js'
export type { SetElement } from '../distance/elements.js'
export { hammingDistance } from '../distance/hamming.js'
export { expectedJaccard, jaccardDistance, jaccardSimilarity, overlap } from '../distance/jaccard.js'
export { chebyshev, euclidean, manhattan, minkowski } from '../distance/vectors.js'
