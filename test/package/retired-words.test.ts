// One word for each idea: words that were given up before 1.0 do not come back into what users read.
// A line of retired-words-allowed.txt is the place, a colon and the text around a word that is meant, such as a quotation.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.js'
import { commandHelp, generalHelp } from '../../src/cli/help.js'
import { markdownFiles, ROOT, readPage } from './markdown.js'

/** What to say instead is in the comment of each line. */
const RETIRED = [
  /\bwish(es|ed)?\b/i, // request, requested
  /\bpromised\b/i, // guaranteed
  /\bmend(s|ed|ing)?\b/i, // fix, hint
  /\bgo(es)? on\b/i, // continue, resume
  /(?<!\bat )(?<!At )\bleast\b(?! recently)/, // min, lowest
  /\bcrowd(s|ed)?\b/i, // oversized bucket
  /\bsettle[sd]?\b/i, // verify, resolve
  /\bin vain\b/i, // wasted
  /\beven odds\b/i, // 50 %
  /\b(found|detected) by itself\b/i, // detected automatically
  /\bbeside\b/i, // next to, together with
  /\brenamed when whole\b/i, // when complete
  /\b19 cases of 20\b/i, // 95 % confidence interval
  /\bhated\b|\btastes?\b/i, // disliked, preferences
  /\bsaid doubly\b/i, // conflicting
  /\bthousand million\b/i, // billion
  /\bslowWay\b|\bhasCompany\b/, // unicodeFallbacks, repeated
  /\bhow (alike|sure)\b/i, // similarity, recall
  /\b(is|are|was|were) told\b/i, // reports
  /\bstands? (in|at|behind|before|already|there|alone)\b/i, // is
  /\bmemory limit\b/i, // memory budget
  /\bleaders?\b|\bwith(out)? company\b/i, // coordinator, repeated
  /\bcom(e|es|ing) up\b|\bsettling\b|\bgoing on\b/i, // occur, verifying, continuing
  /artefact|\bcentres?\b|\bcolours?\b|neighbour|normalis|labelled\b|behaviour|\bgrey\b|cancell(ed|ing)|recognis|organis/i, // American spelling
]

/** Names in the code that were unclear or sounded translated. What to use instead is in the comment of each line. */
const RETIRED_NAMES = [
  'slowWay', // unicodeFallbacks
  'hasCompany|withCompany|TwiceFilter', // mayRepeat, repeatedMembers, RepeatFilter
  'WasmRoom', // WasmArena: a room is a folder
  'isPatient|employ', // startsInline, assignTasks
  'divideSample|DividedSample|DivisionCounter', // partition
  'MAX_ASKED|askedOf', // what is sampled or evaluated
  'holdDoubles|tellApart|goTogether', // containDuplicates, markDifferent, areCorrelated
  'RunLeader', // RunCoordinator
  'PagePlace|dictionaryPlace|MAX_PLACES', // location, occurrences
  'mereCount|usualMethod|isStill', // countOnly, defaultMethod, hasConverged
  'BlockPlace|SegmentPlace|furtherPlace|blockPlace|placesOf|placeOf|namePlaces', // location, locate
  'readAbout|aboutSegment|abouts', // metadata
  'planDivision|checkedDivision', // SplitPlan: what is kept and what is removed
  'Meetings|DrawnPairs|SetRoom|SetsInRoom', // OverlapFinder, SampledPairs, SetStorage, SetBuffer
  'leastHash|keepLeast|mostRecords|MOST_[A-Z]+', // min, max
  'areAlike|askMany|giveBack|oneOfEachThing|[A-Z]+_A_[A-Z]+', // areUniform, requestMany, release, …_PER_…
  'SLACK|ALONE|LOOKED_AT', // ROUNDING, UNSHARED, SAMPLED_LINES
  'isOther|TOLD|doubly|furtherBlocks|#further', // hasChanged, SHOWN, conflicting, continuationBlocks
  'isApart|IsApart|apartIn|hasApart|lettersApart', // areDifferent, letterEdits
  'OF_(?:THE|AN)_[A-Z]+|OF_PRINTS|(?:MAX|MIN)_OF_[A-Z]+|MIN_OFTEN', // …_OPTIONS, …_PER_…, MIN_REPEATS
  'Surroundings|harmless|OBEYED', // ProgramContext, escapeControls, INTERPRETED
  'asItIs|leadsSomewhere|tellsStory|statIfThere|passOver[A-Z]\\w*', // noCompression, hasPath, hasSameStory, statIfExists, skip…
  'runHere|openHere|onlyHere|isMet|meet(?:Across|Leading)', // runInline, openLocally, spansOnlyIn, isAsExpected, add…Pairs
  'USUAL_[A-Z_]+|CENTIMETRES|\\w*Labelled\\w*|Judgement', // TYPICAL_…, CENTIMETERS_PER_INCH, Labeled, HubVerdict
  // Ordinary words in comments, but no names: min, location, metadata, temporary, guaranteed, tolerance.
  '(?:(?:const|let|readonly|get) #?|#)(?:least|places?|abouts?|beside|promised|slack)',
  '(?:least|places?): (?:number|u32|usize)',
]

const ALLOWED = readFileSync(new URL('./retired-words-allowed.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** Retired words in a text, each with a few words around it. */
function retiredIn(place: string, text: string): string[] {
  const line = flat(text)
  return RETIRED.flatMap((word) =>
    Array.from(line.matchAll(new RegExp(word, `g${word.flags}`)), ({ index }) =>
      line.slice(Math.max(0, index - 30), index + 40),
    ),
  )
    .map((around) => `${place}: ${around}`)
    .filter(
      (found) =>
        !ALLOWED.some(
          (allowed) =>
            found.includes(allowed.slice(allowed.indexOf(': ') + 2)) &&
            found.startsWith(allowed.slice(0, allowed.indexOf(': '))),
        ),
    )
}

it.each(COMMANDS.map((command) => [command.name, command] as const))(
  'not in the help of %s',
  (name, command) => {
    expect(retiredIn(`help ${name}`, commandHelp(command))).toEqual([])
  },
)

it('not in the general help', () => {
  expect(retiredIn('help', generalHelp('1.0.0'))).toEqual([])
})

describe('not in texts of the program', () => {
  // Every literal of the source: messages and their hints, summaries, headings of the page, lines of a benchmark.
  it.each(['src', 'web/src', 'bench', 'tools', 'python'])('%s', (folder) => {
    const files = sources(folder)
    expect(files.length).toBeGreaterThan(5)
    // Only files with such a word are parsed.
    const suspects = files.filter((file) => RETIRED.some((word) => word.test(flat(readPage(file)))))
    expect(suspects.flatMap((file) => literalsIn(file).flatMap((text) => retiredIn(file, text)))).toEqual([])
  })

  it('which are found in any call, template, element or string of Python', () => {
    const typescript = `refuse('one', \`two ${'${value('}'three')} four\`)\nconst page = <p title="five">six</p> // seven`
    expect(literalsOfScript('page.tsx', typescript).map((text) => text.trim())).toEqual([
      'one',
      'two',
      'three',
      'four',
      'five',
      'six',
    ])
    const python = `raise Error(f"one {it's!r}", 'it\\'s two')  # "three"\n"""four\n"five" """`
    expect(literalsOfPython(python)).toEqual(["one {it's!r}", "it\\'s two", 'four\n"five" '])
  })
})

it('not in the names of the public surface', () => {
  // Names are cut into words, so that leastSimilarity is seen.
  const names = readPage('test/package/surface.txt').replace(/([a-z])([A-Z])/g, '$1 $2')
  expect(retiredIn('surface.txt', names)).toEqual([])
})

it('not in the names of options, results and errors', () => {
  const pages = markdownFiles('docs/reference')
  expect(pages.length).toBeGreaterThan(15)
  for (const page of pages) {
    const blocks = Array.from(readPage(page).matchAll(/^```ts\n(.*?)^```$/gms), (block) => block[1])
    expect(retiredIn(page, blocks.join('\n').replace(/([a-z])([A-Z])/g, '$1 $2'))).toEqual([])
  }
})

it('not in JSON keys', () => {
  const keys = Array.from(
    readPage('docs/reference/json-output.md').matchAll(/^\| (`.*?) \| /gm),
    (cell) => cell[1],
  )
  expect(retiredIn('json-output.md', keys.join('\n').replace(/([a-z])([A-Z])/g, '$1 $2'))).toEqual([])
})

it('not in the names of the code', () => {
  const retired = new RegExp(`(?<!\\w)(?:${RETIRED_NAMES.join('|')})\\b`, 'g')
  const files = ['src', 'web/src', 'kernel', 'bench', 'tools', 'python'].flatMap(sources)
  expect(files.length).toBeGreaterThan(500)
  expect(
    files.flatMap((file) => Array.from(readPage(file).matchAll(retired), ([name]) => `${file}: ${name}`)),
  ).toEqual([])
})

describe('not in the documentation', () => {
  const roots = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'python/README.md',
    'bench/README.md',
    'examples/data/README.md',
  ]
  it.each([...roots, ...markdownFiles('docs')])('%s', (file) => {
    expect(retiredIn(file, readPage(file))).toEqual([])
  })
})

it('every exception is still needed', () => {
  const texts = new Map<string, string>()
  const textOf = (place: string) => {
    if (!texts.has(place)) texts.set(place, flat(readPage(place)))
    return texts.get(place)!
  }
  const stale = ALLOWED.filter((line) => {
    const end = line.indexOf(': ')
    return !textOf(line.slice(0, end)).includes(line.slice(end + 2))
  })
  expect(stale).toEqual([])
})

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|js|py)$/.test(name))
    .map((name) => `${folder}/${name}`)
}

function literalsIn(file: string): string[] {
  return file.endsWith('.py') ? literalsOfPython(readPage(file)) : literalsOfScript(file, readPage(file))
}

/** The strings, the parts of templates and the texts of elements, without the paths of imports. */
function literalsOfScript(file: string, code: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node))
      found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest))
  return found.filter((text) => text.trim() !== '')
}

/** The strings, as written between their quotes, without those in comments. */
function literalsOfPython(code: string): string[] {
  const tokens = code.matchAll(
    /#[^\n]*|"""(?<long>.*?)"""|'''(?<raw>.*?)'''|"(?<double>(?:\\.|[^"\\\n])*)"|'(?<single>(?:\\.|[^'\\\n])*)'/gs,
  )
  return Array.from(tokens, ({ groups }) => Object.values(groups!).find((text) => text !== undefined)).filter(
    (text) => text !== undefined,
  )
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ')
}
