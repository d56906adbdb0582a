import { option } from './option.js'
import { choice, share, whole, word } from './values.js'

/** How prints are compared. */
export const PRINT_OPTIONS = {
  probe: option({
    value: 'PRINTS',
    completes: 'file',
    group: 'Prints',
    summary: 'Look for the finger of each of these among PRINTS, instead of comparing PRINTS with each other',
    parse: word('--probe', 'a file or a folder of prints'),
    commands: ['fingerprints'],
  }),
  accept: option({
    value: 'SCORE',
    group: 'Prints',
    default: '0.15',
    summary: 'The least score of two prints of one finger, above 0 and at most 1',
    parse: share('--accept'),
    commands: ['fingerprints'],
  }),
  candidates: option({
    value: 'SHARE',
    group: 'Prints',
    default: '0.1',
    summary:
      'The share of the prints that each is compared with, those with the most evidence, and at least 50; 1 for all',
    parse: share('--candidates'),
    commands: ['fingerprints'],
  }),
  quality: option({
    value: 'N',
    group: 'Prints',
    default: '0',
    summary: 'Leave out minutiae of a lesser quality, from 0 to 100',
    parse: whole('--quality', 0, 100),
    commands: ['fingerprints'],
  }),
  overlay: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary:
      'Draw the print of --probe on the one with the best score, with the paired minutiae; --probe must be one print',
    parse: word('--overlay', 'a file, or - for stdout'),
    commands: ['fingerprints'],
  }),
  'y-axis': option({
    value: 'up|down',
    choices: ['up', 'down'],
    group: 'Prints',
    default: 'up',
    summary: 'Where y grows, if angles turn from the right side upwards; NBIS has up in .xyt',
    parse: choice('--y-axis', ['up', 'down']),
    commands: ['fingerprints'],
  }),
} as const
