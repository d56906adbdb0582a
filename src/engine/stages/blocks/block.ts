/** Where a block is to be put; the name is that of the task, for messages. */
export type BlockPlace =
  | { readonly name: string; readonly path?: undefined }
  | { readonly name: string; readonly path: string; readonly fingerprint: readonly [number, number] }

/** A block that is whole: in shared memory, in a file, or in an object that platforms without these have. Threads hand each other these, never the bytes. */
export type Block =
  | { readonly name: string; readonly memory: SharedArrayBuffer; readonly path?: undefined }
  | { readonly name: string; readonly path: string; readonly bytes: number }
  | { readonly name: string; readonly object: object; readonly path?: undefined; readonly memory?: undefined }

/** Expected of a block of which nobody knows how large it becomes: where memory is limited, it goes to a file. */
export const UNKNOWN_BYTES = Number.POSITIVE_INFINITY
