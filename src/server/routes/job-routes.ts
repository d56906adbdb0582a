import { anyObject, list, number, object, text, whole, word } from '../schema.js'
import type { Limits } from '../settings.js'
import { get, post, remove } from './route.js'
import { DECONTAMINATE, DEDUP, INPUTS, UPLOAD_ID } from './search-values.js'

const COUNT = whole(0, 2 ** 53 - 1)
const JOB_ID = text({ pattern: '^[0-9a-f-]{36}$', maxLength: 36, description: 'the id of a job' })

export const RESULTS = [
  'pairs',
  'clusters',
  'kept',
  'removed',
  'edited',
  'manifest',
  'contamination',
  'report',
] as const

/** The format of each result file, by extension. */
export const RESULT_FORMATS = {
  pairs: 'jsonl',
  clusters: 'jsonl',
  kept: 'jsonl',
  removed: 'jsonl',
  edited: 'jsonl',
  manifest: 'json',
  contamination: 'jsonl',
  report: 'html',
} as const

const JOB = object(
  {
    job: JOB_ID,
    command: word(['find', 'dedup', 'decontaminate']),
    state: word(['waiting', 'running', 'done', 'failed', 'canceled']),
    createdAt: number({ description: 'Milliseconds since 1970' }),
  },
  {
    progress: object({ stage: text(), done: number(), total: number(), documents: number() }, {}),
    summary: anyObject({ description: 'The counts of the result' }),
    results: list(object({ name: word(RESULTS), bytes: COUNT }, {})),
    error: object({ code: text(), message: text(), hint: text() }, {}),
  },
)

/** Long searches. */
export function jobRoutes({ maxUpload }: Limits) {
  return {
    upload: post({
      path: '/v1/uploads',
      group: 'jobs',
      summary: 'Store a file for a job',
      description: `At most ${maxUpload} bytes. The extension of the name sets the format.`,
      takes: 'bytes',
      body: undefined,
      isLongRunning: true,
      query: object(
        {
          name: text({
            maxLength: 100,
            pattern: '^[A-Za-z0-9_][A-Za-z0-9._-]*$',
            description: 'a file name of letters, digits, dots, hyphens and underscores',
          }),
        },
        {},
      ),
      status: 201,
      answer: object({ upload: UPLOAD_ID, name: text(), bytes: COUNT }, {}),
    }),
    removeUpload: remove({
      path: '/v1/uploads/{upload}',
      group: 'jobs',
      summary: 'Remove an upload',
      parameters: object({ upload: UPLOAD_ID }, {}),
      answer: object({ removed: COUNT }, {}),
    }),
    startJob: post({
      path: '/v1/jobs',
      group: 'jobs',
      summary: 'Start a search; it runs when the jobs before it are done',
      status: 202,
      body: object(
        { command: word(['find', 'dedup']), inputs: INPUTS },
        { options: DEDUP },
        { description: 'survivor, onePerCluster and add are options of dedup only' },
      ),
      answer: JOB,
    }),
    startDecontamination: post({
      path: '/v1/jobs/decontaminate',
      group: 'jobs',
      summary:
        'Start a search for benchmark items in training documents; it runs when the jobs before it are done',
      description:
        'The result contamination lists the items with the documents that contain them, and kept has the documents that contain none.',
      status: 202,
      body: object({ inputs: INPUTS, benchmarks: INPUTS }, { options: DECONTAMINATE }),
      answer: JOB,
    }),
    jobs: get({
      path: '/v1/jobs',
      group: 'jobs',
      summary: 'List all jobs, latest first',
      answer: object({ jobs: list(JOB) }, {}),
    }),
    job: get({
      path: '/v1/jobs/{job}',
      group: 'jobs',
      summary: 'Get the state of a job',
      parameters: object({ job: JOB_ID }, {}),
      answer: JOB,
    }),
    jobEvents: get({
      path: '/v1/jobs/{job}/events',
      group: 'jobs',
      summary: 'Stream the state of a job as server-sent events, until it ends',
      description: 'Each event has the state of the job as its data; the last one is named end.',
      parameters: object({ job: JOB_ID }, {}),
      gives: 'events',
      isLongRunning: true,
    }),
    jobResult: get({
      path: '/v1/jobs/{job}/results/{result}',
      group: 'jobs',
      summary: 'Get a result of a finished job',
      parameters: object({ job: JOB_ID, result: word(RESULTS) }, {}),
      gives: 'bytes',
      isLongRunning: true,
    }),
    removeJob: remove({
      path: '/v1/jobs/{job}',
      group: 'jobs',
      summary: 'Cancel a job, or remove one that has ended, with its results',
      parameters: object({ job: JOB_ID }, {}),
      answer: JOB,
    }),
  }
}
