import { COMMANDS } from '../commands.js'
import { type Offer, offersOf } from './offers.js'

/** For bash 4 and later; needs no bash-completion package. */
export function bashCompletion(): string {
  const names = COMMANDS.map(({ name }) => name).join(' ')
  return `# likewise completion for bash; made by "likewise completion bash"
_likewise() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W '${names} --help --version' -- "$current")
    return
  fi
  case "\${COMP_WORDS[1]}" in
${COMMANDS.map(commandCase).join('\n')}
  esac
}
complete -o filenames -F _likewise likewise
`
}

function commandCase({ name, completes }: (typeof COMMANDS)[number]): string {
  const offers = offersOf(name)
  const cases = offers.filter(({ value }) => value !== undefined).map(valueCase)
  const options = offers.flatMap((offer) => flags(offer)).join(' ')
  const operands = completes === 'file' ? '-f' : `-W '${completes.join(' ')}'`
  return `    ${name})
      case "$previous" in
${cases.length === 0 ? '        *) ;;' : cases.join('\n')}
      esac
      case "$current" in
        -*) mapfile -t COMPREPLY < <(compgen -W '${options}' -- "$current") ;;
        *) mapfile -t COMPREPLY < <(compgen ${operands} -- "$current") ;;
      esac
      ;;`
}

function valueCase(offer: Offer): string {
  const { value } = offer
  const pattern = flags(offer).join('|')
  if (value === 'nothing') return `        ${pattern}) return ;;`
  const how = value === 'file' ? '-f' : value === 'folder' ? '-d' : `-W '${(value ?? []).join(' ')}'`
  return `        ${pattern}) mapfile -t COMPREPLY < <(compgen ${how} -- "$current"); return ;;`
}

function flags({ name, short }: Offer): string[] {
  return short === undefined ? [`--${name}`] : [`-${short}`, `--${name}`]
}
