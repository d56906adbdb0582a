import { PROGRESS_MODES } from '../output/progress.js'
import { IN_MEMORY, ON_ONE_THREAD, REPORTS, SEARCH, SERVING, SETS } from './command-lists.js'
import { flag, forEach, option } from './option.js'
import { choice, requestNumber, size, word } from './values.js'

const ONE_THREAD = {
  default: '1',
  summary: 'Accepted for consistency; this command always uses one thread',
}

const MEMORY_REFUSED = {
  summary: 'Memory budget for the whole process, such as 1GB; a run that needs more stops with an error',
}

const PLANNED_MEMORY = {
  summary:
    'Plan a search within this memory budget, such as 1GB; a budget too small for the input is an error',
}

const SERVER_MEMORY = {
  summary:
    'Memory budget of the server, such as 1GB: half for jobs, half for everything else; once an index in memory is full, new documents are refused',
}

/** How a command runs. */
export const RUNNING_OPTIONS = {
  workers: option({
    short: 'w',
    value: 'N',
    group: 'Running',
    default: 'depends on the input; at most one per core',
    summary: 'The number of worker threads; the result does not depend on it',
    parse: requestNumber('workers'),
    commands: [...REPORTS, ...SERVING],
    forCommand: {
      ...forEach(ON_ONE_THREAD, ONE_THREAD),
      index: {
        summary:
          'The number of worker threads of build, and of add to an index in Redis; everything else uses one thread',
      },
      explain: { summary: 'Predict the time for N worker threads' },
      tune: { summary: 'With INPUT, plan for N worker threads' },
      serve: { summary: 'The number of worker threads per job' },
      mcp: { summary: 'The number of worker threads per search in files' },
    },
  }),
  memory: option({
    short: 'm',
    value: 'SIZE',
    group: 'Running',
    default: 'no limit',
    summary:
      'Memory budget for the whole process, such as 1GB; data that does not fit goes to temporary files',
    parse: size('--memory', 1e6),
    commands: [...REPORTS, ...SERVING],
    forCommand: {
      ...forEach(IN_MEMORY, MEMORY_REFUSED),
      index: {
        summary:
          'Memory budget for what the process allocates, such as 1GB; with it, query and check look up one document at a time',
      },
      explain: PLANNED_MEMORY,
      tune: PLANNED_MEMORY,
      serve: SERVER_MEMORY,
      mcp: {
        summary:
          'Memory budget, such as 1GB: half for searches in files, half for everything else; once an index in memory is full, new documents are refused',
      },
    },
  }),
  'run-dir': option({
    value: 'FOLDER',
    completes: 'folder',
    group: 'Running',
    summary: 'Keep intermediate results in this folder, so that an interrupted run can be resumed',
    parse: word('--run-dir', 'a folder'),
    commands: [...SEARCH, ...SETS],
  }),
  resume: option({
    group: 'Running',
    summary: 'Resume the run in --run-dir',
    parse: flag,
    commands: [...SEARCH, ...SETS],
  }),
  progress: option({
    value: 'auto|bar|plain|none',
    choices: PROGRESS_MODES,
    group: 'Running',
    default: 'auto',
    summary:
      'How to show progress on stderr: a bar, a plain line every ten seconds, or nothing; auto shows a bar on a terminal and plain lines otherwise',
    parse: choice('--progress', PROGRESS_MODES),
    commands: REPORTS,
  }),
  quiet: option({
    short: 'q',
    group: 'Running',
    summary: 'Print no summary and no progress',
    parse: flag,
    commands: [...REPORTS, ...SERVING],
    forCommand: { serve: { summary: 'Log errors only' }, mcp: { summary: 'Log nothing, not even errors' } },
  }),
  'fail-on-found': option({
    group: 'Running',
    summary: 'Exit with code 3 if a pair is found, for checks in CI',
    parse: flag,
    commands: [...SEARCH, ...SETS, 'recluster', 'match', 'plagiarism', 'fingerprints'],
  }),
  help: option({
    short: 'h',
    group: 'Running',
    summary: 'Show help for this command',
    parse: flag,
    commands: [...REPORTS, ...SERVING, 'completion', 'help'],
  }),
} as const
