/// <reference types="node" />
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { STDOUT } from '../../write/node-output.js'
import type { Written } from '../../write/written.js'
import type { OptionValues } from '../options/table.js'
import type { Printer } from '../terminal.js'
import { UsageError } from '../usage-error.js'

/** The option values of a command that opens its report. If no file is named, the report goes to a temporary file, which is kept. */
export function withReportToOpen(values: OptionValues, hasDefault: boolean): OptionValues {
  if (values['dry-run'] === true)
    throw new UsageError('--open conflicts with --dry-run, which writes no page', 'leave one of them out')
  if (values.report === STDOUT)
    throw new UsageError(
      '--open conflicts with --report -, which writes to stdout',
      'name a file, or leave out --report',
    )
  if (values.report !== undefined || hasDefault) return values
  return { ...values, report: join(tmpdir(), `likewise-${randomUUID().slice(0, 8)}.html`) }
}

/** A program with its arguments. */
type CommandLine = readonly [program: string, ...args: string[]]

/** A program that is still running after this many milliseconds has presumably opened the page. */
const OPEN_TIMEOUT = 3000

/** Opens the report in a browser. If that fails, prints where the report is. */
export async function openReport(written: readonly Written[], printer: Printer): Promise<void> {
  const page = written.find(({ kind }) => kind === 'report')
  if (page === undefined) return
  const path = resolve(page.path)
  for (const command of browsers(pathToFileURL(path).href, process.env, process.platform)) {
    if (await starts(command)) return
  }
  printer.print(`likewise: no browser could be started; open ${path} yourself, or set BROWSER\n`)
}

/**
 * The programs that might open a URL, in the order to try them. BROWSER is a list of programs separated by colons; `%s` in one of them
 * stands for the URL.
 */
export function browsers(
  address: string,
  { BROWSER }: { readonly BROWSER?: string | undefined },
  platform: NodeJS.Platform,
): CommandLine[] {
  if (BROWSER !== undefined && BROWSER !== '') {
    const separator = platform === 'win32' ? ';' : ':'
    return BROWSER.split(separator)
      .map((line) => line.split(' ').filter((word) => word !== ''))
      .filter((words): words is [string, ...string[]] => words.length > 0)
      .map(([program, ...args]) =>
        args.some((word) => word.includes('%s'))
          ? [program, ...args.map((word) => word.replaceAll('%s', () => address))]
          : [program, ...args, address],
      )
  }
  if (platform === 'darwin') return [['open', address]]
  // The empty argument is the window title: start treats the first quoted argument as one.
  if (platform === 'win32') return [['cmd', '/c', 'start', '""', address.replaceAll('&', '^&')]]
  return [
    ['xdg-open', address],
    ['wslview', address],
  ]
}

/** Whether a program can be started and does not fail at once. It keeps running independently. */
function starts([program, ...args]: CommandLine): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { detached: true, stdio: 'ignore' })
    const timer = setTimeout(() => resolve(true), OPEN_TIMEOUT)
    const end = (isOpen: boolean) => {
      clearTimeout(timer)
      resolve(isOpen)
    }
    child.once('error', () => end(false))
    child.once('exit', (code) => end(code === 0))
    child.unref()
  })
}
