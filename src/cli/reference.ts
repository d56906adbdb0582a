import type { Command } from './commands/command.js'
import { COMMANDS } from './commands.js'
import { signature } from './help.js'
import { GROUPS, headingOf } from './options/option.js'
import { optionsOf, summaryOf } from './options/table.js'

/** The page docs/reference/cli.md, generated from the tables of commands and options; a test compares the two. */
export function referencePage(): string {
  return `${[
    '# Command line',
    '',
    'Generated from the tables in `src/cli/`; do not edit. For a guide, see [command-line.md](../guide/command-line.md).',
    '',
    ...COMMANDS.map(({ name, summary }) => `- [likewise ${name}](#likewise-${name}): ${summary}`),
    '- `likewise --version` prints the version, `likewise --help` prints an overview.',
    ...COMMANDS.flatMap(commandSection),
    '',
    '## Exit codes',
    '',
    '| code | meaning |',
    '|---|---|',
    '| 0 | success |',
    '| 1 | bad input, or a failure |',
    '| 2 | wrong usage: nothing was read or written |',
    '| 3 | success, and a pair was found (`--fail-on-found`) |',
    '| 130 | interrupted by Ctrl-C; partial and temporary files are removed |',
    '| 129, 143 | stopped by SIGHUP or SIGTERM; partial and temporary files are removed |',
    ...OUTPUT_FORMATS,
  ].join('\n')}\n`
}

function commandSection({ name, operands, summary, description, examples }: Command): string[] {
  return [
    '',
    `## likewise ${name}`,
    '',
    `${summary}.`,
    '',
    '```text',
    `likewise ${[name, operands, '[OPTION…]'].filter((part) => part !== '').join(' ')}`,
    '```',
    ...description.flatMap((text) => ['', text]),
    ...GROUPS.flatMap((group) => optionTable(name, group)),
    '',
    '**Examples**',
    '',
    '```sh',
    ...examples.flatMap(({ does, line }) => [`# ${does}`, line]),
    '```',
  ]
}

function optionTable(command: Command['name'], group: (typeof GROUPS)[number]): string[] {
  const rows = optionsOf(command).filter((row) => row.group === group)
  if (rows.length === 0) return []
  return [
    '',
    `| ${headingOf(group, rows)} | | default |`,
    '|---|---|---|',
    ...rows.map(
      (row) =>
        `| \`${cell(signature(row))}\` | ${cell(summaryOf(row))} | ${cell(row.isRequired === true ? 'required' : (row.default ?? ''))} |`,
    ),
  ]
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

const OUTPUT_FORMATS = [
  '',
  '## Output records',
  '',
  'A pair. Within one input, `a` comes before `b`, except with `--similarity containment`, where `a` is contained in `b`:',
  '',
  '```json',
  '{"a":"battery-plant-0001","b":"battery-plant-0002","similarity":0.8571428571428571}',
  '```',
  '',
  'A cluster:',
  '',
  '```json',
  '{"cluster":0,"members":["x","y"],"size":2,"pairs":1,"minSimilarity":0.9,"meanSimilarity":0.9}',
  '```',
  '',
  'A document that was removed. `position` is the number of the record among those read, from 0, and `document` is the original record. In CSV and TSV, `document` is JSON text. In Parquet written from Parquet, it is a struct with the columns of the input, and `position` counts the rows of all inputs:',
  '',
  '```json',
  '{"position":1,"id":"y","survivor":"x","similarity":0.9,"reason":"similar","document":{"id":"y","text":"…"}}',
  '```',
  '',
  'Two documents with copied text (plagiarism), highest score first. `limit` is the score from which the pair is reported; it is null if independent documents are so similar that no score indicates a copy. `aInB` and `bInA` are the containments. `copiedA` and `copiedB` are the shares of each document that are in shared passages. A passage has a span in each text (in UTF-16 code units; the end is exclusive) and the number of equal tokens in it (`matched`). For an HTML page, the text is the result of `htmlToText`:',
  '',
  '```json',
  '{"a":"ann.txt","b":"ben.txt","score":0.84,"limit":0.24,"content":0.93,"runs":0.75,"jaccard":0.54,"aInB":0.75,"bInA":0.65,"copiedA":1,"copiedB":0.88,"longest":12,"verbatim":12,"passages":[{"a":[0,73],"b":[108,179],"matched":9}]}',
  '```',
  '',
  'A pair of records (match), with the points of each field that both records have. `--explain` adds the reason, in `why`:',
  '',
  '```json',
  '{"a":"C0","b":"S0","score":0.99,"points":299,"possible":300,"points_name":99,"points_town":100,"points_phone":100}',
  '```',
  '',
  'For what `--json` prints, see [JSON output](json-output.md).',
]
