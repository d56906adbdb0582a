/// <reference types="node" />
import { escapeControls } from '../write/escape-controls.js'

/** The streams of a command, so that tests can inspect them. */
export interface Terminal {
  /** The requested data. */
  readonly out: Printer
  /** Everything else that is meant for people: summary, progress, errors. */
  readonly err: Printer
}

/** One of the two streams. */
export interface Printer {
  readonly isTerminal: boolean
  /** Whether to use colors. */
  readonly colors: boolean
  readonly columns: number
  /** Prints a text with control characters escaped, because ids, texts and file names may contain anything. */
  print(text: string): void
  /** Prints control sequences of the program itself. */
  control(text: string): void
}

/** The streams of this process. Colors are used only on a terminal, and not if NO_COLOR is set. */
export function processTerminal(): Terminal {
  return { out: streamPrinter(process.stdout), err: streamPrinter(process.stderr) }
}

function streamPrinter(stream: NodeJS.WriteStream): Printer {
  const isTerminal = stream.isTTY === true
  const { NO_COLOR, TERM } = process.env
  return {
    isTerminal,
    colors: isTerminal && (NO_COLOR === undefined || NO_COLOR === '') && TERM !== 'dumb',
    // A terminal can be resized; one without a size reports 0.
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

/** Marks a color code until it is printed. It cannot occur in a text, so only `paint` can add colors. */
const COLOR_OPENS = '\ufdd0'
const COLOR_CLOSES = '\ufdd1'

/** Returns the text in a color if colors are used, otherwise unchanged; for `Printer.print`. */
export function paint(color: keyof typeof CODES, text: string, { colors }: Pick<Printer, 'colors'>): string {
  const [on, off] = CODES[color]
  const code = (number: number) => `${COLOR_OPENS}${number}${COLOR_CLOSES}`
  return colors ? `${code(on)}${text}${code(off)}` : text
}

/** The text as it is written to a stream: escaped, with the colors of `paint`. */
export function printable(text: string): string {
  return escapeControls(text).replace(/\ufdd0(\d{1,2})\ufdd1/g, '\x1b[$1m')
}
