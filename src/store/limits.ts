// Limits and defaults that the index, the command line and the server share.

/** The share of shingles from which a document counts as contained in another, by default. */
export const DEFAULT_CONTAINMENT = 0.9
/** The maximum number of matches of a document: the default, and the largest. */
export const DEFAULT_LIMIT = 10
export const MAX_LIMIT = 10_000
