/** All pairs of a bucket of at most this many members are compared. The documents of larger buckets are searched exactly. */
export const LARGEST_BUCKET = 512

/** The same limit in pairs, which is what counts if only pairs across two sides are compared. */
export const MAX_BUCKET_PAIRS = (LARGEST_BUCKET * (LARGEST_BUCKET - 1)) / 2

/**
 * In an exact search, the documents of a list with more pairs than this are joined: those of a thousand documents whose prefixes share an
 * element. Making a set costs as much as a few thousand pairs.
 */
export const MAX_LISTED_PAIRS = 2 ** 19

/**
 * Up to this many pairs of large buckets are compared without searching for oversized documents first: about those of one group of the
 * default limit. The plan predicts by it what the engines do, and by the numbers of hubs below.
 */
export const AFFORDABLE_PAIRS = 2e6

/** The search for oversized documents draws this many hubs in the first round, up to that many in a later one, … */
export const MIN_HUBS = 24
export const MAX_HUBS = 384
/** … in at most this many rounds, … */
export const MAX_HUB_ROUNDS = 10
/** … and recognizes a document if its estimated number of similar documents exceeds the limit by this many standard errors. */
export const HUB_STANDARD_ERRORS = 3
