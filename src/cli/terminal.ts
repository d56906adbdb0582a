/// <reference types="node" />
import { harmless } from './harmless.js'

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
  /** Whether colors can be seen and were not declined. */
  readonly colors: boolean
  readonly columns: number
  /** Prints a text for a person, made harmless: ids, texts and file names may hold anything. */
  print(text: string): void
  /** Prints what the terminal shall obey: the program's own control sequences. */
  control(text: string): void
}

/** The streams of this process. Colors only on a terminal, and not where NO_COLOR declines them. */
export function processTerminal(): Terminal {
  return { out: streamPrinter(process.stdout), err: streamPrinter(process.stderr) }
}

function streamPrinter(stream: NodeJS.WriteStream): Printer {
  const isTerminal = stream.isTTY === true
  const { NO_COLOR, TERM } = process.env
  return {
    isTerminal,
    colors: isTerminal && (NO_COLOR === undefined || NO_COLOR === '') && TERM !== 'dumb',
    // A terminal may be resized; one without a size says 0.
    get columns() {
      return stream.columns || 80
    },
    print: (text) => {
      stream.write(printable(text))
    },
    control: (text) => {
      stream.write(text)
    },
  }
}

const CODES = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const

/** Around the code of a color until it is printed: no character of a text, so that only `paint` makes colors. */
const COLOR_OPENS = '\ufdd0'
const COLOR_CLOSES = '\ufdd1'

/** The text in a color where colors are seen, otherwise as it is; for `Printer.print`. */
export function paint(color: keyof typeof CODES, text: string, { colors }: Pick<Printer, 'colors'>): string {
  const [on, off] = CODES[color]
  const code = (number: number) => `${COLOR_OPENS}${number}${COLOR_CLOSES}`
  return colors ? `${code(on)}${text}${code(off)}` : text
}

/** The text as a stream gets it: harmless, with the colors of `paint`. */
export function printable(text: string): string {
  return harmless(text).replace(/\ufdd0(\d{1,2})\ufdd1/g, '\x1b[$1m')
}
