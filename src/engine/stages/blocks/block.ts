/** The location of a block that is yet to be written. The name is that of the task and is used in messages. */
export type BlockLocation =
  | { readonly name: string; readonly path?: undefined }
  | { readonly name: string; readonly path: string; readonly fingerprint: readonly [number, number] }

/**
 * A complete block: in shared memory, in a file, or, on platforms that have neither, in an object. Threads exchange these; bytes are copied
 * only if the object holds some.
 */
export type Block =
  | { readonly name: string; readonly memory: SharedArrayBuffer; readonly path?: undefined }
  | { readonly name: string; readonly path: string; readonly bytes: number }
  | { readonly name: string; readonly object: object; readonly path?: undefined; readonly memory?: undefined }

/** The expected size of a block whose size cannot be predicted: if memory is limited, it goes to a file. */
export const UNKNOWN_BYTES = Number.POSITIVE_INFINITY
