/// <reference types="node" />

/** What a command may print to, so that tests can look at it. */
export interface Terminal {
  /** The data that was asked for. */
  readonly out: Printer
  /** Everything that a person reads besides: summary, progress, errors. */
  readonly err: Printer
}

/** One of the two streams. */
export interface Printer {
  readonly isTerminal: boolean
  /** Whether colours are wished and can be seen. */
  readonly colours: boolean
  readonly columns: number
  print(text: string): void
}

/** The streams of this process. Colours only on a terminal, and not against the wish of NO_COLOR. */
export function processTerminal(): Terminal {
  return { out: printer(process.stdout), err: printer(process.stderr) }
}

function printer(stream: NodeJS.WriteStream): Printer {
  const isTerminal = stream.isTTY === true
  const { NO_COLOR, TERM } = process.env
  return {
    isTerminal,
    colours: isTerminal && (NO_COLOR === undefined || NO_COLOR === '') && TERM !== 'dumb',
    // A terminal may be resized; one without a size says 0.
    get columns() {
      return stream.columns || 80
    },
    print: (text) => {
      stream.write(text)
    },
  }
}

const CODES = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const

/** The text in a colour where colours are seen, otherwise as it is. */
export function paint(
  colour: keyof typeof CODES,
  text: string,
  { colours }: Pick<Printer, 'colours'>,
): string {
  const [on, off] = CODES[colour]
  return colours ? `\x1b[${on}m${text}\x1b[${off}m` : text
}
