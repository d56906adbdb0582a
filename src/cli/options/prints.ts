import { option } from './option.js'
import { choice, share, whole, word } from './values.js'

/** How prints are compared. */
export const PRINT_OPTIONS = {
  probe: option({
    value: 'PRINTS',
    completes: 'file',
    group: 'Fingerprints',
    summary:
      'Search PRINTS for the finger of each of these prints, instead of comparing PRINTS with each other',
    parse: word('--probe', 'a file or a folder of prints'),
    commands: ['fingerprints'],
  }),
  accept: option({
    value: 'SCORE',
    group: 'Fingerprints',
    default: '0.15',
    summary: 'Count prints with at least this score as the same finger, above 0 and at most 1',
    parse: share('--accept'),
    commands: ['fingerprints'],
  }),
  candidates: option({
    value: 'SHARE',
    group: 'Fingerprints',
    default: '0.1',
    summary:
      'Compare each print with this share of the others, those with the most evidence, and with at least 50; 1 for all',
    parse: share('--candidates'),
    commands: ['fingerprints'],
  }),
  quality: option({
    value: 'N',
    group: 'Fingerprints',
    default: '0',
    summary: 'Ignore minutiae below this quality, from 0 to 100',
    parse: whole('--quality', 0, 100),
    commands: ['fingerprints'],
  }),
  overlay: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary:
      'Draw the print of --probe over the most similar one, with the paired minutiae, to FILE; requires one print in --probe',
    parse: word('--overlay', 'a file, or - for stdout'),
    commands: ['fingerprints'],
  }),
  'y-axis': option({
    value: 'up|down',
    choices: ['up', 'down'],
    group: 'Fingerprints',
    default: 'up',
    summary:
      'The direction of the y axis if angles turn counterclockwise from the right; up in .xyt files of NBIS',
    parse: choice('--y-axis', ['up', 'down']),
    commands: ['fingerprints'],
  }),
} as const
