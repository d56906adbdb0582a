/** Files per part: reading as many takes several times as long as starting a thread. */
const FILES_PER_PART = 8192

/** Divides files that are one document each into parts, which, like the result, do not depend on the machine. */
export function partsOf<Input>(inputs: readonly Input[]): Input[][] {
  const count = Math.max(1, Math.floor(inputs.length / FILES_PER_PART))
  return Array.from({ length: count }, (_, part) => {
    const [from, to] = [part, part + 1].map((number) => Math.floor((number * inputs.length) / count))
    return inputs.slice(from, to)
  })
}
