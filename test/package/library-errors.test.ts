// What the library says names its options; only the command line says flags.

import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { inFlags } from '../../src/cli/options/in-flags.js'
import { OPTION_LIST } from '../../src/cli/options/table.js'
import * as errors from '../../src/model/errors.js'

const SRC = new URL('../../src/', import.meta.url)
const PYTHON = new URL('../../python/likewise/spark/', import.meta.url)
/** The server is started by the command line, and those who start it read its flags; spark-submit has flags of its own. */
const OTHERS = /^(cli|server)\/|^engine\/spark\/node-spark-command\.ts$/
const FLAG = /(?<![\w<!-])--[a-z][a-z-]+/g

/** The texts in a source file; what a template puts in counts as one word. */
function textsIn(file: string): string[] {
  const texts: string[] = []
  const source = ts.createSourceFile(file, readFileSync(new URL(file, SRC), 'utf8'), ts.ScriptTarget.Latest)
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text)
    else if (ts.isTemplateExpression(node)) {
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('kept'))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !OTHERS.test(file))
  .sort()
const texts = files.flatMap((file) => textsIn(file).map((text) => ({ file, text })))

it('no text of the library contains a flag of the command line', () => {
  expect(texts.length).toBeGreaterThan(2000)
  expect(texts.filter(({ text }) => text.match(FLAG) !== null)).toEqual([])
})

/** The code of the program on Spark, without its comments. */
const onSpark = readdirSync(PYTHON)
  .filter((name) => name.endsWith('.py'))
  .map((name) => ({
    name,
    code: readFileSync(new URL(name, PYTHON), 'utf8').replaceAll(/"""[\s\S]*?"""/g, ''),
  }))

it('nor does what the program on Spark reports', () => {
  expect(onSpark.length).toBeGreaterThan(5)
  for (const { name, code } of onSpark) expect(code.match(FLAG), name).toBeNull()
})

it('every option that a text of the library names becomes a flag on the command line', () => {
  const known = new Set(OPTION_LIST.map(({ name }) => `--${name}`))
  const shown = texts.map(({ text }) => inFlags(text)).filter((text) => text.match(FLAG) !== null)
  expect(shown.length).toBeGreaterThan(20)
  for (const text of shown) for (const flag of text.match(FLAG)!) expect(known, text).toContain(flag)
})

it('so does every option that the program on Spark names', () => {
  const known = new Set(OPTION_LIST.map(({ name }) => `--${name}`))
  const flags = onSpark.flatMap(({ code }) => [...(inFlags(code).match(FLAG) ?? [])])
  expect(flags).toContain('--spark-conf')
  for (const flag of flags) expect(known).toContain(flag)
})

it('every error class refers to options by their names', () => {
  const made = [
    new errors.InvalidOption('maxGroup', 1, 'a whole number from 2 on'),
    new errors.LengthMismatch('vectors', 1, 2),
    new errors.InvalidValue('a weight', Number.NaN, 3, 'a number'),
    new errors.ZeroVector(),
    new errors.EmptySet('the similarity'),
    new errors.TooLarge('sets', 2, 1, 'split the input'),
    new errors.SignatureMismatch('slots', 1, 2),
    new errors.InvalidArtifact('a plan', 'it is cut short'),
    new errors.BadRecord('a.jsonl', 3, 'not JSON'),
    new errors.AllSkipped([new errors.BadRecord('a.jsonl', 3, 'not JSON')]),
    new errors.UnreadableInput('a.jsonl', 'no such file', 'check the path'),
    new errors.UnwritableOutput('a.jsonl', 'the disk is full', 'use another one'),
    new errors.MemoryTooSmall(1e6, 2e6, 1000),
    new errors.RunMismatch('run', [{ what: 'threshold', stored: 0.8, current: 0.9 }]),
    new errors.RunInUse('run', 1),
    new errors.IndexMismatch('index', [{ what: 'threshold', stored: 0.8, current: 0.9 }]),
    new errors.IndexInUse('index', 1),
    new errors.MissingPackage('ioredis', 'Redis'),
    new errors.DuplicateId('x', 1, 2),
    new errors.SparkFailed('ended', 'Spark ended', 'check it'),
  ]
  const classes = Object.keys(errors).filter((name) => name !== 'LikewiseError')
  expect(made.map(({ name }) => name).sort()).toEqual(classes.sort())
  for (const { name, message, hint } of made) expect(`${message} ${hint}`.match(FLAG), name).toBeNull()
})
