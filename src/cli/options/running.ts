import { PROGRESS_MODES } from '../output/progress.js'
import { PLANNED, REPORTS, SEARCH, SETS } from './command-lists.js'
import { flag, option } from './option.js'
import { choice, size, whole, word } from './values.js'

/** How a command runs. */
export const RUNNING_OPTIONS = {
  workers: option({
    short: 'w',
    value: 'N',
    group: 'Running',
    default: 'the number of cores',
    summary: 'Worker threads; the result does not depend on them',
    parse: whole('--workers', 1, 1024),
    commands: [...PLANNED, ...SETS],
  }),
  memory: option({
    short: 'm',
    value: 'SIZE',
    group: 'Running',
    default: 'no limit',
    summary: 'The memory that the whole process may take, such as 1GB; what goes beyond it goes to files',
    parse: size('--memory', 1e6),
    commands: [...SEARCH, ...SETS],
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
    summary: 'Print no summary and no progress',
    parse: flag,
    commands: [
      'find',
      'dedup',
      'recluster',
      'restore',
      'join',
      'probe',
      'match',
      'plagiarism',
      'recommend',
      'fingerprints',
    ],
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
