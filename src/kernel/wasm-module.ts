import { decodeBase64 } from './base64.js'
import { WASM_BASE64 } from './wasm-bytes.js'

let module: WebAssembly.Module | undefined

/** The compiled form of kernel/index.ts; compiled once. */
export function wasmModule(): WebAssembly.Module {
  module ??= new WebAssembly.Module(decodeBase64(WASM_BASE64))
  return module
}
