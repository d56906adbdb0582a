/** Blobs by path. Threads send these to each other: a Blob is only a reference, so no bytes are copied. */
export type BlobFiles = readonly (readonly [path: string, blob: Blob])[]
