import { COMMANDS } from '../commands.js'
import { type Offer, offersOf } from './offers.js'

export function fishCompletion(): string {
  const names = COMMANDS.map(({ name }) => name).join(' ')
  return `${[
    '# likewise completion for fish; made by "likewise completion fish"',
    `set -l commands ${names}`,
    'complete -c likewise -n "not __fish_seen_subcommand_from $commands" -f',
    'complete -c likewise -n "not __fish_seen_subcommand_from $commands" -l version -d "Print the version"',
    ...COMMANDS.map(
      ({ name, summary }) =>
        `complete -c likewise -n "not __fish_seen_subcommand_from $commands" -a ${name} -d '${quoted(summary)}'`,
    ),
    ...COMMANDS.flatMap(({ name, completes }) => [
      ...(completes === 'file'
        ? []
        : [`${when(name)} -f${completes.length === 0 ? '' : ` -a '${completes.join(' ')}'`}`]),
      ...offersOf(name).map((offer) => `${when(name)} ${offerText(offer)}`),
    ]),
  ].join('\n')}\n`
}

function when(command: string): string {
  return `complete -c likewise -n "__fish_seen_subcommand_from ${command}"`
}

function offerText({ name, short, summary, value }: Offer): string {
  const action =
    value === undefined
      ? ''
      : value === 'file'
        ? ' -r -F'
        : value === 'folder'
          ? " -x -a '(__fish_complete_directories)'"
          : value === 'nothing'
            ? ' -x'
            : ` -x -a '${value.join(' ')}'`
  return `-l ${name}${short === undefined ? '' : ` -s ${short}`}${action} -d '${quoted(summary)}'`
}

function quoted(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
}
