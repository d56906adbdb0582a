import { option } from './option.js'
import { choice, share, whole, word } from './values.js'

/** How prints are compared. */
export const PRINT_OPTIONS = {
  probe: option({
    value: 'PROBES',
    completes: 'file',
    group: 'Fingerprints',
    summary:
      'Search PRINTS for the finger of each print in PROBES, instead of comparing PRINTS with each other',
    parse: word('--probe', 'a file or a folder of prints'),
    commands: ['fingerprints'],
  }),
  accept: option({
    value: 'SCORE',
    group: 'Fingerprints',
    default: '0.15',
    summary: 'Report two prints as the same finger if their score is at least this (above 0, at most 1)',
    parse: share('--accept'),
    commands: ['fingerprints'],
  }),
  candidates: option({
    value: 'FRACTION',
    group: 'Fingerprints',
    default: '0.1',
    summary:
      'Compare each print only with this share of the others, the ones with the most in common, but with at least 50; 1 compares all',
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
      'Write a drawing to FILE, as SVG: the print of --probe on top of the most similar one, with the paired minutiae; --probe must name exactly one print',
    parse: word('--overlay', 'a file, or - for stdout'),
    commands: ['fingerprints'],
  }),
  'y-axis': option({
    value: 'up|down',
    choices: ['up', 'down'],
    group: 'Fingerprints',
    default: 'up',
    summary:
      'Whether y increases upward, as in .xyt files of NBIS, or downward, as in images; in both cases, angles are counterclockwise from the right',
    parse: choice('--y-axis', ['up', 'down']),
    commands: ['fingerprints'],
  }),
} as const
