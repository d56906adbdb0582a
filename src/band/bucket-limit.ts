/** All pairs of a bucket of at most this many members are compared. The documents of larger buckets are searched exactly. */
export const LARGEST_BUCKET = 512

/** The same limit in pairs, which is what counts if only pairs across two sides are compared. */
export const MAX_BUCKET_PAIRS = (LARGEST_BUCKET * (LARGEST_BUCKET - 1)) / 2
