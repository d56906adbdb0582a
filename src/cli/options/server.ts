import { InvalidOption } from '../../model/errors.js'
import { parseDuration } from '../../model/parse-duration.js'
import { SERVING } from './command-lists.js'
import { flag, option } from './option.js'
import { size, whole, word, words } from './values.js'

const MAX_MILLISECONDS = 2 ** 31 - 1

function time(name: string): (text: string) => number {
  return (text) => {
    const milliseconds = parseDuration(text)
    if (!(milliseconds > 0 && milliseconds <= MAX_MILLISECONDS))
      throw new InvalidOption(name, text, 'a duration such as 500ms, 30s or 12h, at most 24d')
    return milliseconds
  }
}

/** How clients reach a server, and what it allows. */
export const SERVER_OPTIONS = {
  host: option({
    value: 'ADDRESS',
    group: 'Server',
    default: '127.0.0.1',
    summary: 'The address to listen on; an address that other machines can reach requires a token',
    parse: word('--host', 'an address such as 0.0.0.0'),
    commands: ['serve'],
  }),
  port: option({
    value: 'N',
    group: 'Server',
    default: '8080',
    summary: 'The port to listen on; 0 chooses a free one',
    parse: whole('--port', 0, 65_535),
    commands: ['serve'],
  }),
  'token-file': option({
    value: 'FILE',
    completes: 'file',
    group: 'Server',
    default: 'the environment variable LIKEWISE_TOKEN; if that is not set, no token is required',
    summary: 'A file with the token that clients must send: at least 16 characters',
    parse: word('--token-file', 'a file'),
    commands: ['serve'],
  }),
  allow: option({
    value: 'FOLDER',
    completes: 'folder',
    repeats: true,
    group: 'Server',
    default: 'none',
    summary:
      'Let requests name files in this folder; symbolic links that lead out of it are refused; may be repeated',
    parse: words('--allow', 'a folder'),
    commands: SERVING,
  }),
  'read-only': option({
    group: 'Server',
    summary: 'Open the index read-only: nothing can be added or removed',
    parse: flag,
    commands: SERVING,
  }),
  'max-text': option({
    value: 'N',
    group: 'Server',
    default: '4194304',
    summary: 'The maximum length of a text, in UTF-16 code units',
    parse: whole('--max-text', 1, 2 ** 28),
    commands: SERVING,
  }),
  'max-body': option({
    value: 'SIZE',
    group: 'Server',
    default: '16MiB',
    summary: 'The maximum size of a JSON body, and of each line of a stream',
    parse: size('--max-body', 1e6),
    commands: ['serve'],
  }),
  'max-requests': option({
    value: 'N',
    group: 'Server',
    default: '64',
    summary:
      'The maximum number of concurrent requests; more are refused with status 503 and a Retry-After header',
    parse: whole('--max-requests', 1, 10_000),
    commands: ['serve'],
  }),
  'max-streams': option({
    value: 'N',
    group: 'Server',
    default: '64',
    summary:
      'The maximum number of concurrent streams and other long requests, such as bulk requests, uploads, downloads and events',
    parse: whole('--max-streams', 1, 10_000),
    commands: ['serve'],
  }),
  timeout: option({
    value: 'DURATION',
    group: 'Server',
    default: '30s',
    summary: 'How long the body of a request, or each part of a stream, may take to arrive',
    parse: time('--timeout'),
    commands: ['serve'],
  }),
  'max-upload': option({
    value: 'SIZE',
    group: 'Server',
    default: '1GiB',
    summary: 'The maximum size of an upload',
    parse: size('--max-upload', 1e6),
    commands: ['serve'],
  }),
  'max-jobs': option({
    value: 'N',
    group: 'Server',
    default: '1',
    summary: 'The number of jobs (long searches) to run at a time; others wait',
    parse: whole('--max-jobs', 1, 64),
    commands: ['serve'],
  }),
  'max-job-disk': option({
    value: 'SIZE',
    group: 'Server',
    default: '64 times --max-upload',
    summary: 'The maximum size of what a job writes: decompressed inputs, temporary files and results',
    parse: size('--max-job-disk', 1e6),
    commands: ['serve'],
  }),
  'job-timeout': option({
    value: 'DURATION',
    group: 'Server',
    default: '1d',
    summary: 'How long a job may run before it is stopped',
    parse: time('--job-timeout'),
    commands: ['serve'],
  }),
} as const
