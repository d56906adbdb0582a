import { checkRequestOption } from '../engine/request.js'
import { InvalidOption } from '../model/errors.js'
import { parseBytes } from '../model/parse-bytes.js'

/** An amount of memory in bytes. */
export function memoryOf(memory: number | string | undefined): number | undefined {
  if (memory === undefined) return undefined
  if (typeof memory === 'number') return checkRequestOption('memory', memory)
  const bytes = parseBytes(memory)
  if (!(bytes >= 1 && bytes <= Number.MAX_SAFE_INTEGER)) {
    throw new InvalidOption('memory', memory, "a number of bytes, or a size such as '256MB' or '1.5GiB'")
  }
  return bytes
}
