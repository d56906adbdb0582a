import { PROGRESS_MODES } from '../output/progress.js'
import { ON_ONE_THREAD, REPORTS, SEARCH, SETS } from './command-lists.js'
import { flag, option } from './option.js'
import { choice, requestNumber, size, word } from './values.js'

const ONE_THREAD = {
  default: '1',
  summary: 'The most worker threads; this command runs on one thread, whatever the limit',
}

const MEMORY_REFUSED = {
  summary:
    'The memory that the whole process may take, such as 1GB; a run that needs more ends with an error that says so',
}

const PLANNED_MEMORY = {
  summary: 'The memory that find may take, such as 1GB; refused where that is too little for the input',
}

/** How a command runs. */
export const RUNNING_OPTIONS = {
  workers: option({
    short: 'w',
    value: 'N',
    group: 'Running',
    default: 'the number of cores',
    summary: 'Worker threads; the result does not depend on them',
    parse: requestNumber('workers'),
    commands: REPORTS,
    forCommand: {
      ...Object.fromEntries(ON_ONE_THREAD.map((name) => [name, ONE_THREAD])),
      index: ONE_THREAD,
      explain: { summary: 'Predict the time of a run with so many worker threads' },
      tune: { summary: 'With INPUT: plan for so many worker threads' },
    },
  }),
  memory: option({
    short: 'm',
    value: 'SIZE',
    group: 'Running',
    default: 'no limit',
    summary: 'The memory that the whole process may take, such as 1GB; what goes beyond it goes to files',
    parse: size('--memory', 1e6),
    commands: REPORTS,
    forCommand: {
      ...Object.fromEntries(ON_ONE_THREAD.map((name) => [name, MEMORY_REFUSED])),
      explain: PLANNED_MEMORY,
      tune: PLANNED_MEMORY,
    },
  }),
  'run-dir': option({
    value: 'FOLDER',
    completes: 'folder',
    group: 'Running',
    summary: 'Keep what was done in this folder, so that a run that is cut off can go on',
    parse: word('--run-dir', 'a folder'),
    commands: SEARCH,
  }),
  resume: option({
    group: 'Running',
    summary: 'Go on with the run in --run-dir',
    parse: flag,
    commands: SEARCH,
  }),
  progress: option({
    value: 'auto|bar|plain|none',
    choices: PROGRESS_MODES,
    group: 'Running',
    default: 'auto',
    summary:
      'How progress is shown on stderr: a bar, a plain line every ten seconds, or not; auto is a bar on a terminal and plain elsewhere',
    parse: choice('--progress', PROGRESS_MODES),
    commands: REPORTS,
  }),
  quiet: option({
    short: 'q',
    group: 'Running',
    summary: 'Print no summary and no progress; only what --json or an output on stdout asks for',
    parse: flag,
    commands: REPORTS,
  }),
  'fail-on-found': option({
    group: 'Running',
    summary: 'End with exit code 3 if a pair was found, for checks in CI',
    parse: flag,
    commands: [...SEARCH, ...SETS, 'recluster', 'match', 'plagiarism', 'fingerprints'],
  }),
  help: option({
    short: 'h',
    group: 'Running',
    summary: 'Show the help of the command',
    parse: flag,
    commands: [...REPORTS, 'completion', 'help'],
  }),
} as const
