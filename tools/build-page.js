// @ts-check
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build } from 'vite'

/**
 * Builds the page of `web/` as one file, with its script and its style inside and a gap where a report belongs. A content
 * security policy lets exactly these two run, and nothing be loaded or sent.
 *
 * @param {string} path
 */
export async function buildPage(path) {
  const folder = mkdtempSync(join('.cache', 'web-'))
  try {
    await build({ configFile: 'web/vite.config.js', build: { outDir: resolve(folder), emptyOutDir: true } })
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, singleFile(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} folder */
function singleFile(folder) {
  const script = readFileSync(join(folder, 'page.js'), 'utf8').replaceAll('</script', '<\\/script')
  const style = readFileSync(join(folder, 'page.css'), 'utf8')
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "style-src-attr 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
    .replace(/\s*<script[^>]*src="[^"]*page\.js"[^>]*><\/script>/, '')
    .replace(/\s*<link[^>]*href="[^"]*page\.css"[^>]*>/, '')
  // Functions, because strings would have their dollar signs replaced. The script comes last: it reads the report.
  return page
    .replace(
      /<meta charset="utf-8">/i,
      (meta) => `${meta}\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
    )
    .replace('</head>', () => `  <style>${style}</style>\n  </head>`)
    .replace('</body>', () => `  <script type="module">${script}</script>\n  </body>`)
}

/** @param {string} text */
function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
