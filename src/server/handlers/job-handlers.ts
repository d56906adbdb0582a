/// <reference types="node" />
import { createReadStream } from 'node:fs'
import { unplannedFlags } from '../../report/unplanned-flags.js'
import type { Context, Handlers } from '../context.js'
import { Fault } from '../fault.js'
import { knownNames, readablePaths, secondSide } from '../jobs/inputs.js'
import { RESULT_FORMATS } from '../routes/job-routes.js'
import { MEDIA_TYPES } from '../routes/route.js'
import { streamOf } from './index-handlers.js'

export const JOB_HANDLERS: Pick<
  Handlers,
  | 'upload'
  | 'removeUpload'
  | 'startJob'
  | 'startDecontamination'
  | 'jobs'
  | 'job'
  | 'jobEvents'
  | 'jobResult'
  | 'removeJob'
> = {
  upload: async ({ name }, { uploads }, request) =>
    Response.json(await uploads.receive(name, request), { status: 201 }),
  removeUpload({ upload }, { uploads }) {
    uploads.remove(upload)
    return { removed: 1 }
  },
  startJob({ command, inputs, options = {} }, context) {
    const { survivor, onePerCluster, add } = options
    if (command === 'find' && (survivor ?? onePerCluster ?? add) !== undefined) {
      throw new Fault(
        400,
        'invalid-request',
        'survivor, onePerCluster and add are options of dedup',
        'leave them out, or use the command dedup',
      )
    }
    const paths = readablePaths(inputs, context)
    const { against: _, againstIndex: __, ...rest } = options
    const { against, index } = secondSide(options, context)
    return context.jobs.start({
      command,
      inputs: paths,
      options: { ...rest, ...(against && { against }), ...context.running },
      ...(index && { index }),
      names: context.folders.namesOf(paths),
      allowed: context.folders.paths,
      equivalent: { inputs: knownNames(inputs, context), options: unplannedFlags(options) },
    })
  },
  startDecontamination({ inputs, benchmarks, options = {} }, context) {
    const paths = readablePaths(inputs, context)
    const items = readablePaths(benchmarks, context)
    return context.jobs.start({
      command: 'decontaminate',
      inputs: paths,
      options: { ...options, benchmarks: items, ...context.running },
      names: context.folders.namesOf([...paths, ...items]),
      allowed: context.folders.paths,
    })
  },
  jobs: (_, { jobs }) => ({ jobs: jobs.list() }),
  job: ({ job }, { jobs }) => jobs.view(job),
  removeJob: ({ job }, { jobs }) => jobs.remove(job),
  jobEvents({ job }, context) {
    // Look up the job before the response starts, so that an unknown one is a 404.
    context.jobs.view(job)
    return new Response(streamOf(events(job, context)), { headers: { 'content-type': MEDIA_TYPES.events } })
  },
  jobResult({ job, result }, { jobs }) {
    const { path, bytes } = jobs.resultFile(job, result)
    const format = RESULT_FORMATS[result]
    return new Response(streamOf(createReadStream(path)), {
      headers: {
        'content-type': MEDIA_TYPES[format === 'jsonl' ? 'ndjson' : format],
        'content-length': String(bytes),
        'content-disposition': `attachment; filename="${result}.${format}"`,
      },
    })
  },
}

/** The number of milliseconds after which something is sent even if nothing has changed, so that no proxy drops the connection. */
const HEARTBEAT = 15_000
const encoder = new TextEncoder()

async function* events(job: string, { jobs, ending }: Context): AsyncGenerator<Uint8Array, void> {
  let wake = () => {}
  const forget = jobs.follow(job, () => wake())
  const stop = () => wake()
  ending.addEventListener('abort', stop)
  try {
    for (;;) {
      const hasEnded = jobs.hasEnded(job)
      const data = JSON.stringify(jobs.view(job))
      yield encoder.encode(`event: ${hasEnded ? 'end' : 'state'}\ndata: ${data}\n\n`)
      if (hasEnded || ending.aborted) return
      // Changes made while an event is being sent are included in the next one, because the view is read only then.
      if (JSON.stringify(jobs.view(job)) !== data) continue
      const hasChanged = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), HEARTBEAT)
        wake = () => {
          clearTimeout(timer)
          resolve(true)
        }
      })
      if (!hasChanged) yield encoder.encode(': still there\n\n')
    }
  } finally {
    forget()
    ending.removeEventListener('abort', stop)
  }
}
