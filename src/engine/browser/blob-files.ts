/** Blobs by path. Threads hand each other these: a Blob is a reference to bytes, and no bytes go with it. */
export type BlobFiles = readonly (readonly [path: string, blob: Blob])[]
