import { describe, expect, it } from 'vitest'
import { browsers, withReportToOpen } from '../../../../src/cli/output/open-report.js'

describe('the browser that opens a page', () => {
  const page = 'file:///tmp/a%20b&c.html'

  it('is that of BROWSER, with the address in its place or at the end', () => {
    expect(browsers(page, { BROWSER: 'firefox --new-window:w3m %s -T' }, 'linux')).toEqual([
      ['firefox', '--new-window', page],
      ['w3m', page, '-T'],
    ])
  })

  it('is that of the system where BROWSER says nothing', () => {
    expect(browsers(page, {}, 'linux')).toEqual([
      ['xdg-open', page],
      ['wslview', page],
    ])
    expect(browsers(page, { BROWSER: '' }, 'darwin')).toEqual([['open', page]])
    expect(browsers(page, {}, 'win32')).toEqual([['cmd', '/c', 'start', '""', 'file:///tmp/a%20b^&c.html']])
  })

  it('needs a page in a file: one that is named, or a temporary one', () => {
    expect(withReportToOpen({ report: 'r.html' }, false).report).toBe('r.html')
    expect(withReportToOpen({}, true).report).toBeUndefined()
    expect(withReportToOpen({}, false).report).toMatch(/likewise-[0-9a-f]{8}\.html$/)
    expect(() => withReportToOpen({ report: '-' }, false)).toThrow(/--open conflicts with --report -/)
    expect(() => withReportToOpen({ 'dry-run': true }, false)).toThrow(/--open conflicts with --dry-run/)
  })
})
