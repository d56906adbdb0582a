import { InvalidOption } from '../../model/errors.js'
import type { Plan } from '../../model/plan.js'
import { checkUnchanged } from '../../read/node-input-stamps.js'
import type { Source } from '../../read/source.js'
import { makePlan } from '../make-plan.js'
import { checkRequest, REQUEST_NAMES, RUN_NAMES } from '../request.js'
import { BlockMaker } from '../stages/block-maker.js'
import { withBlock } from '../stages/blocks/segments.js'
import { FindRun, type Found } from '../stages/find-run.js'
import { rememberDocuments } from '../stages/read/field-archive.js'
import type { RunOptions, RunParts } from '../stages/run-parts.js'
import { completeRun } from '../stages/run-result.js'
import { setBit } from '../stages/threads/shared-words.js'
import type { Thread } from '../stages/threads/thread.js'
import { readPairs } from '../stages/verify/pair-runs.js'
import { VERIFIED } from '../stages/verify/resolve.js'
import { FileBlockStore } from './blocks/node-block-store.js'
import type { NodeFindOptions, NodeFindResult } from './node-engine-options.js'
import { openWorkers } from './node-pool.js'
import { copySegments, writeOutcome } from './node-recluster.js'
import { describeInput, programVersion, RunDirectory, type RunIdentity } from './node-run-directory.js'
import { Scratch } from './node-scratch.js'

const OWN_OPTIONS: readonly (keyof NodeFindOptions)[] = [
  'run',
  'temporary',
  'remember',
  'earlierRun',
  'findOthers',
  'hints',
  'signal',
  'onProgress',
  'onBlock',
]

/**
 * Finds the pairs and clusters of a source on the cores of this machine. The result does not depend on the number of workers, on the memory
 * budget, or on whether the run was interrupted and resumed. Close the result when you no longer need it.
 */
export async function nodeFind(source: Source, options: NodeFindOptions = {}): Promise<NodeFindResult> {
  const { alsoWithin: _, ...request } = options
  checkRequest(request, [...REQUEST_NAMES, 'onError', ...RUN_NAMES, ...OWN_OPTIONS])
  options.signal?.throwIfAborted()
  const plan = makePlan(options)
  const { workers, memory } = options.run ?? (await openWorkers(source, pickRun(options)))
  const directory =
    options.runDir === undefined ? undefined : openRunDirectory(options.runDir, source, plan, options)
  const scratch = new Scratch(options.temporary)
  const store = new FileBlockStore({
    folder: () => directory?.blocks ?? scratch.folder(),
    inMemory: directory === undefined ? memory.blocks : 0,
    identity: directory?.identity ?? '',
    resume: directory !== undefined,
  })
  const close = () => {
    scratch.remove()
    directory?.close()
  }
  const abort = () => void workers.close()
  options.signal?.addEventListener('abort', abort, { once: true })
  try {
    const { thread } = workers
    const blocks = new BlockMaker(store, workers, options.onBlock)
    const parts = { source, plan, options: runOptions(options, thread), workers, thread, blocks, memory }
    const found = await new FindRun(parts).run()
    options.signal?.throwIfAborted()
    // Pairs across two sides do not form clusters.
    if (directory !== undefined && source.against === undefined)
      leaveOutcome(directory, parts, found, options.remember ?? [])
    // Only an audit still needs the threads. Ending them takes a while, in which this one completes the result.
    if (options.audit === undefined) void workers.close()
    checkUnchanged(source)
    const result = await completeRun(parts, found, options.audit)
    // With a memory budget, wait until the threads have released their memory.
    const closed = workers.close()
    if (memory.blocks !== Number.POSITIVE_INFINITY) await closed
    return {
      ...result,
      spilledBytes: store.spilledBytes,
      reused: store.reused,
      close,
    }
  } catch (error) {
    // Nothing may be written any more when the folder is removed or the lock is released.
    await workers.close()
    close()
    throw options.signal?.aborted ? options.signal.reason : error
  } finally {
    options.signal?.removeEventListener('abort', abort)
  }
}

function pickRun({ workers, memory }: NodeFindOptions) {
  return { ...(workers !== undefined && { workers }), ...(memory !== undefined && { memory }) }
}

function runOptions(
  { clusters, onError, runDir, alsoWithin, earlierRun, findOthers, hints, onProgress }: NodeFindOptions,
  thread: Thread,
): RunOptions {
  return {
    ...(clusters && { clusters }),
    ...(onError && { onError }),
    keepVerified: runDir !== undefined,
    ...(alsoWithin !== undefined && { alsoWithin }),
    ...(earlierRun && { knownSketch: (unit) => earlierRun.sketchOf(unit) }),
    ...(findOthers && { findOthers: (own) => findOthers(own, thread) }),
    ...(hints && { hints }),
    ...(onProgress && { onProgress }),
  }
}

/** Stores in the run directory what other thresholds need. */
function leaveOutcome(
  directory: RunDirectory,
  { blocks, thread: { inputs, store } }: RunParts,
  found: Found,
  fields: readonly string[],
): void {
  const { source, copies, resolved, locations, oversizedSample, oversizedOf } = found
  const wanted = new Uint32Array((locations.count + 31) >>> 5)
  for (const member of copies.members) setBit(wanted, member)
  for (const block of resolved) {
    const { a, b } = withBlock(store, block, (reader) => readPairs(reader, VERIFIED))
    for (const list of [a, b]) for (const position of list) setBit(wanted, position)
  }
  for (const [name, make] of [
    ['outcome-copies', () => copySegments(copies)],
    ['outcome-oversized', () => [{ tag: 1, bytes: oversizedOf }]],
    ['outcome-documents', () => rememberDocuments(inputs, source, locations, wanted, fields)],
  ] as const) {
    const location = blocks.locate(name, 0)
    if (blocks.find(location) === undefined) blocks.add([store.put(location, make())])
  }
  const { documents, empty, identical, equal } = found
  writeOutcome(directory, {
    positions: locations.count,
    documents,
    empty,
    identical,
    equal,
    idField: source.idField ?? null,
    resolved: resolved.map(({ name }) => name),
    fields,
    ...(oversizedSample && { oversizedSample }),
  })
}

function openRunDirectory(path: string, source: Source, plan: Plan, options: NodeFindOptions): RunDirectory {
  if (source.inputs === undefined) {
    throw new InvalidOption('runDir', path, 'inputs that can be read again: files, not stdin or a pipe')
  }
  const identity: RunIdentity = {
    program: programVersion(),
    plan,
    clusters: options.clusters ?? 'components',
    onError: options.onError ?? 'stop',
    remember: options.remember ?? [],
    textFields: source.textFields,
    idField: source.idField ?? null,
    isIdDetected: source.isIdDetected === true,
    ...(source.against && {
      against: {
        firstFile: source.against.firstFile,
        alsoWithin: options.alsoWithin === true,
        textFields: source.against.textFields,
        idField: source.against.idField ?? null,
        isIdDetected: source.against.isIdDetected === true,
      },
    }),
    inputs: source.inputs.map(describeInput),
  }
  return RunDirectory.open(path, identity, options.resume ?? false)
}
