import { COMMANDS } from '../commands.js'
import { type Offer, offersOf } from './offers.js'

/** For a file named `_likewise` in a folder of `$fpath`. */
export function zshCompletion(): string {
  return `#compdef likewise
# likewise completion for zsh; made by "likewise completion zsh"
_likewise() {
  local -a commands
  commands=(
${COMMANDS.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    _arguments '--help[Show the help]' '--version[Print the version]'
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${COMMANDS.map(commandCase).join('\n')}
  esac
}
_likewise "$@"
`
}

function commandCase({ name, completes }: (typeof COMMANDS)[number]): string {
  const operands = completes === 'file' ? "'*:file:_files'" : `'*:word:(${completes.join(' ')})'`
  const lines = [...offersOf(name).map(argument), operands].map((line) => `        ${line}`)
  return `    ${name})
      _arguments -s \\
${lines.join(' \\\n')}
      ;;`
}

function argument({ name, short, summary, value }: Offer): string {
  const text = `[${quoted(summary).replaceAll('[', '\\[').replaceAll(']', '\\]')}]`
  const action =
    value === undefined
      ? ''
      : `:value:${value === 'file' ? '_files' : value === 'folder' ? '_files -/' : value === 'nothing' ? '' : `(${value.map((word) => word.replaceAll(':', '\\:')).join(' ')})`}`
  const long = `'--${name}${value === undefined ? '' : '='}${text}${action}'`
  return short === undefined ? long : `'-${short}${text}${action}' ${long}`
}

function quoted(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(':', '\\:')
}
