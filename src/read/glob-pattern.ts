/** Whether a path, with slashes, matches. */
export type PathTest = (path: string) => boolean

/**
 * A test for paths below a folder: `*` and `?` stay within a name, `**` crosses folders, `[ab]` and `{a,b}` are choices. A
 * pattern without a slash is compared with each name on the path, so that `node_modules` and `*.bak` match at any depth; one
 * with a slash is compared with the whole path and with the folders on it.
 *
 * @example globPattern('*.bak')('old/notes.bak') // true
 */
export function globPattern(pattern: string): PathTest {
  const trimmed = pattern.replace(/^\.\//, '').replace(/(?<=.)\/+$/, '')
  const expression = new RegExp(`^(?:${expressionOf(trimmed)})$`, 'su')
  if (!trimmed.includes('/')) return (path) => path.split('/').some((name) => expression.test(name))
  return (path) => {
    const names = path.replace(/^\.\//, '').split('/')
    return names.some((_, i) => expression.test(names.slice(0, i + 1).join('/')))
  }
}

function expressionOf(pattern: string): string {
  let depth = 0
  let source = ''
  for (let at = 0; at < pattern.length; ) {
    const character = pattern[at]!
    const rest = pattern.slice(at)
    const special = /^(\*\*\/|\*\*|\*|\?|\[!?\]?[^\]]*\])/.exec(rest)?.[0]
    if (special !== undefined) source += specialExpression(special)
    else if (character === '{' && rest.includes('}')) {
      depth++
      source += '(?:'
    } else if (character === '}' && depth > 0) {
      depth--
      source += ')'
    } else source += character === ',' && depth > 0 ? '|' : literal(character)
    at += special?.length ?? 1
  }
  return source
}

function specialExpression(special: string): string {
  if (special === '**/') return '(?:[^/]+/)*'
  if (special === '**') return '.*'
  if (special === '*') return '[^/]*'
  if (special === '?') return '[^/]'
  const isNegative = special.startsWith('[!')
  const members = special.slice(isNegative ? 2 : 1, -1).replace(/[\\[\]^&|~]/g, '\\$&')
  return `[${isNegative ? '^/' : ''}${members}]`
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
