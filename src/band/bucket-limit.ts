/** All pairs of a bucket of at most this many members are compared. The documents of larger buckets are searched exactly. */
export const LARGEST_BUCKET = 512

/** The same limit as a number of pairs, for searches that compare only pairs across two sides. */
export const MAX_BUCKET_PAIRS = (LARGEST_BUCKET * (LARGEST_BUCKET - 1)) / 2

/**
 * In an exact search, a list with more pairs than this (those of about a thousand documents whose prefixes share an element) is joined
 * instead of listing its pairs. Building a set costs as much as a few thousand pairs.
 */
export const MAX_LISTED_PAIRS = 2 ** 19

/**
 * Up to this many pairs of large buckets are compared without searching for oversized documents first: about as many as one group of the
 * default limit has. The plan uses this number, and the numbers of hubs below, to predict what the engines do.
 */
export const AFFORDABLE_PAIRS = 2e6

/** The search for oversized documents samples `MIN_HUBS` hubs in the first round and up to `MAX_HUBS` in each later round, … */
export const MIN_HUBS = 24
export const MAX_HUBS = 384
/** … in at most this many rounds, … */
export const MAX_HUB_ROUNDS = 10
/** … and recognizes a document if its estimated number of similar documents exceeds the limit by this many standard errors. */
export const HUB_STANDARD_ERRORS = 3
