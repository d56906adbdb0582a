/// <reference types="node" />
import type { RunControl } from '../../engine/engine.js'
import { InvalidArtifact } from '../../model/errors.js'
import type { SearchParts } from '../../node/search-options.js'
import type { ExplainedPlan } from '../../plan/explained-plan.js'
import { parsePlan } from '../../plan/parse-plan.js'
import { readText } from '../../read/node-read-text.js'
import { maxSmallFileBytes } from '../../read/record-limit.js'
import type { SearchPlan } from './plan-search.js'
import { USES } from './preset.js'
import { readShingleRequest } from './shingle-request.js'

/** What the command line requests, as options of the library. Reads the plan file and the file of stop words. */
export function searchParts(
  { find, shingle, planFile, source, running, as, against }: SearchPlan,
  signal?: AbortSignal,
  onProgress?: RunControl['onProgress'],
): SearchParts {
  const { clusters, ...planned } = find
  const { audit, memory, ...run } = running
  const { fields: _, copiesRows: __, memory: ___, ...reading } = source
  const shingles = readShingleRequest(shingle)
  return {
    request: {
      ...(planFile === undefined
        ? { ...planned, ...(Object.keys(shingles).length > 0 && { shingle: shingles }) }
        : { plan: readPlanFile(planFile, memory).plan }),
      ...(clusters !== undefined && { clusters }),
      ...(audit !== undefined && { audit }),
      ...(against && { alsoWithin: against.alsoWithin }),
    },
    ...(against && {
      against: { source: against.inputs, fields: against.fields, index: against.index },
    }),
    reading: { ...reading, ...(as !== undefined && { html: USES[as].html }) },
    running: { ...run, ...(signal && { signal }), ...(onProgress && { onProgress }) },
    memory,
  }
}

export function readPlanFile(path: string, memory?: number): ExplainedPlan {
  // A plan holds the files of a request, escaped.
  const text = readText(path, 2 * maxSmallFileBytes(memory))
  try {
    return parsePlan(text)
  } catch (error) {
    if (!(error instanceof InvalidArtifact)) throw error
    throw new InvalidArtifact(error.format, error.problem, error.hint, path)
  }
}
