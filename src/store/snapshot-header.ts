import { InvalidArtifact } from '../model/errors.js'
import { decodeParameters, type IndexParameters, makeParameters, optionsOf } from './parameters.js'
import { damaged, SnapshotBytes } from './snapshot-bytes.js'

const FORMAT = 'likewise-snapshot'
const VERSION = 1

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The first line of a snapshot. */
export function writeHeader(parameters: IndexParameters): Uint8Array {
  return encoder.encode(`${JSON.stringify({ format: FORMAT, version: VERSION, parameters })}\n`)
}

/** The parameters of the index that a snapshot was made of. */
export async function readSnapshotParameters(snapshot: AsyncIterable<Uint8Array>): Promise<IndexParameters> {
  return readHeader(await new SnapshotBytes(snapshot).line())
}

/** @throws InvalidArtifact if it is not the first line of a snapshot */
export function readHeader(line: Uint8Array): IndexParameters {
  let header: { format?: unknown; version?: unknown; parameters?: object }
  try {
    header = JSON.parse(decoder.decode(line)) as typeof header
  } catch {
    throw new InvalidArtifact(
      'a snapshot',
      'it does not begin with a line of JSON',
      'name a snapshot of an index',
    )
  }
  if (header?.format !== FORMAT)
    throw new InvalidArtifact('a snapshot', 'it contains other data', 'name a snapshot of an index')
  if (header.version !== VERSION)
    throw new InvalidArtifact(
      'a snapshot',
      `snapshot version ${header.version} was written by another version of Likewise; this one reads version ${VERSION}`,
    )
  return parametersOf(header.parameters)
}

function parametersOf(stored: object = {}): IndexParameters {
  try {
    const parameters = decodeParameters(encoder.encode(JSON.stringify(stored)), 'its index')
    if (rounded(makeParameters(optionsOf(parameters))) === rounded(parameters)) return parameters
  } catch (error) {
    if (error instanceof InvalidArtifact) throw new InvalidArtifact('a snapshot', error.problem, error.hint)
  }
  throw damaged('its parameters are not those of an index')
}

/** As text; the last digits of computed numbers may differ between platforms. */
function rounded(parameters: IndexParameters): string {
  return JSON.stringify(parameters, (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(12)) : value,
  )
}
