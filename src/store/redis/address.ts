import { InvalidOption } from '../../model/errors.js'

/** The address of a server or a cluster, and the credentials. */
export interface RedisAddress {
  /** The nodes that were named; one for a single server. */
  readonly nodes: readonly string[]
  readonly isCluster: boolean
  /** For nodes of a cluster that were not named. */
  readonly login: { readonly username?: string; readonly password?: string; readonly tls?: object }
  /** For messages: without user, password and settings. */
  readonly shown: string
}

const SCHEME = /^(?:redis|valkey)(s?)(-cluster)?:\/\//

/** Whether a text is the address of a server rather than a folder. */
export function isRedisAddress(text: string): boolean {
  return SCHEME.test(text)
}

/**
 * Reads `redis://user:password@host:port/database`, `rediss://…` for TLS, and `redis-cluster://host:port,host:port` for a cluster.
 *
 * @throws InvalidOption, which never shows the password
 */
export function parseRedisAddress(text: string): RedisAddress {
  const [start, tls, cluster] = SCHEME.exec(String(text)) ?? []
  if (start === undefined) throw new InvalidOption('server', 'not an address', EXPECTED)
  const scheme = `redis${tls}://`
  const rest = text.slice(start.length)
  const nodes = (cluster === undefined ? [rest] : rest.split(',')).map((node) => scheme + node)
  const urls = nodes.map(parseUrl)
  for (const { pathname } of urls) checkDatabase(pathname, cluster !== undefined)
  const [first] = urls
  const { username, password } = first!
  return {
    nodes,
    isCluster: cluster !== undefined,
    login: {
      ...(username !== '' && { username: decoded(username) }),
      ...(password !== '' && { password: decoded(password) }),
      ...(tls !== '' && { tls: {} }),
    },
    shown: start + urls.map(shownUrl).join(','),
  }
}

const EXPECTED = 'an address such as redis://localhost:6379, or redis-cluster://host:6379,host:6380'

function parseUrl(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw malformed()
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw malformed()
  }
}

function malformed(): InvalidOption {
  return new InvalidOption(
    'server',
    'a malformed address',
    `${EXPECTED}; write @ / ? % in a password as %40 %2F %3F %25`,
  )
}

/** The path is the number of a database. It is not shown: it may be the end of a password that contains a slash. */
function checkDatabase(path: string, isCluster: boolean): void {
  if (path === '' || path === '/' || /^\/0+$/.test(path)) return
  if (isCluster)
    throw new InvalidOption('server', 'a database', 'an address without one: a cluster has only database 0')
  if (!/^\/\d{1,9}$/.test(path))
    throw new InvalidOption(
      'server',
      'a malformed database',
      'a number at the end, as in redis://localhost:6379/2',
    )
}

function shownUrl({ host, pathname }: URL): string {
  return host + (/^\/\d+$/.test(pathname) ? pathname : '')
}
