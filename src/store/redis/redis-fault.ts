import { type LikewiseError, UnreadableInput, UnwritableOutput } from '../../model/errors.js'

interface Explanation {
  /** The beginning of a reply; in a script of an older server, it is inside. */
  readonly sign: RegExp
  readonly problem: string
  readonly hint: string
  /** Whether there is no room for the change. */
  readonly isFull?: true
}

const EXPLANATIONS: readonly Explanation[] = [
  {
    sign: /^NOAUTH|^ERR.*\bNOAUTH\b/,
    problem: 'the server requires a password',
    hint: 'write it into the address, as in redis://user:password@host:6379',
  },
  {
    sign: /^WRONGPASS|^ERR invalid password/,
    problem: 'the user or the password is wrong',
    hint: 'correct them in the address; write @ / ? % in a password as %40 %2F %3F %25',
  },
  {
    sign: /^NOPERM|^ERR.*\bNOPERM\b/,
    problem: 'the user has no permission for a command or a key',
    hint: 'allow the user all commands on keys that contain the prefix of the index (ACL SETUSER)',
  },
  {
    sign: /^-?OOM\b|^ERR.*-OOM\b/,
    problem: 'Redis has no memory left',
    hint: 'raise maxmemory, or remove documents',
    isFull: true,
  },
  {
    sign: /^-?MISCONF\b|^ERR.*-MISCONF\b/,
    problem: 'Redis cannot save its data, and refuses changes',
    hint: 'check its disk and its log',
    isFull: true,
  },
  {
    sign: /^-?READONLY\b|^ERR.*-READONLY\b/,
    problem: 'the server is a read-only replica',
    hint: 'use the address of its master',
  },
  {
    sign: /^(?:MOVED|ASK) /,
    problem: 'the server is a node of a cluster',
    hint: 'use an address such as redis-cluster://host:6379',
  },
  {
    sign: /^-?CLUSTERDOWN\b/,
    problem: 'some nodes of the cluster are missing',
    hint: 'check that all of its nodes are running',
  },
  { sign: /^LOADING\b/, problem: 'the server is loading its data', hint: 'try again later' },
  {
    sign: /^ERR (?:invalid DB index|DB index is out of range|SELECT is not allowed)/,
    problem: 'the server has no such database',
    hint: 'use another number at the end of the address, or none',
  },
]

/**
 * The error for a request that failed.
 *
 * @param reason what the client said
 * @param lost why the client could not connect, if it could not
 */
export function redisFault(location: string, reason: Error, lost: Error | undefined): LikewiseError {
  const isLost = /^MaxRetriesPerRequest|^ClusterAllFailed/.test(reason.name) || CLOSED.test(reason.message)
  const { message } = (isLost && lost) || reason
  const known = EXPLANATIONS.find(({ sign }) => sign.test(message))
  if (known !== undefined) {
    const { problem, hint, isFull } = known
    return new (isFull ? UnwritableOutput : UnreadableInput)(location, problem, hint)
  }
  const problem = isLost ? `the server does not answer${lost && ` (${message})`}` : message
  return new UnreadableInput(location, problem, 'check that the server is running')
}

const CLOSED = /^Connection is closed|^None of startup nodes is available|^Failed to refresh slots cache/
