// `likewise/kernel`: exact joins of sets in WebAssembly.

export { joinInKernel } from '../kernel/join-in-kernel.js'
