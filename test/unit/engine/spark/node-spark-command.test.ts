import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { sparkCommand } from '../../../../src/engine/spark/node-spark-command.js'

const folder = mkdtempSync(join(tmpdir(), 'likewise-command-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function program(...path: string[]): void {
  const file = join(folder, ...path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, '#!/bin/sh\n')
  chmodSync(file, 0o755)
}

program('java', 'bin', 'java')
program('spark', 'bin', 'spark-submit')
const JAVA_HOME = join(folder, 'java')

it('says that Java is missing, and what to do', () => {
  expect(() => sparkCommand({}, { PATH: folder })).toThrow(
    /Spark requires Java, which was not found.*install Java 17/,
  )
})

it('says that Spark is missing, and what to do', () => {
  expect(() => sparkCommand({}, { JAVA_HOME, PATH: folder })).toThrow(
    /Spark was not found.*pip install pyspark/,
  )
  expect(() => sparkCommand({}, { JAVA_HOME, SPARK_HOME: join(folder, 'java') })).toThrow(
    /no bin\/spark-submit/,
  )
})

it('refuses Spark Connect, and says which URLs work', () => {
  expect(() => sparkCommand({ master: 'sc://host:15002' }, { JAVA_HOME, PATH: folder })).toThrow(
    /Connect has no RDDs.*spark:\/\/host:7077, yarn or k8s/,
  )
})

it('has options of Java for the driver, which those of the user follow', () => {
  const { env } = sparkCommand(
    {},
    { JAVA_HOME, SPARK_HOME: join(folder, 'spark'), SPARK_SUBMIT_OPTS: '-Dmine=1' },
  )
  expect(env.SPARK_SUBMIT_OPTS).toMatch(/^-XX:\S+ -Dmine=1$/)
})

it('submits the program with its archive in client mode', () => {
  const { command, args } = sparkCommand(
    { master: 'yarn', conf: { 'spark.executor.memory': '2g' }, archives: 'e.tar.gz#e' },
    { JAVA_HOME, SPARK_HOME: join(folder, 'spark') },
  )
  expect(command).toBe(join(folder, 'spark/bin/spark-submit'))
  expect(args.slice(0, 4)).toEqual(['--master', 'yarn', '--deploy-mode', 'client'])
  expect(args.join(' ')).toContain('--archives e.tar.gz#e')
  expect(args.join(' ')).toContain('--conf spark.executor.memory=2g')
  expect(args.at(-1)).toMatch(/program\.py$/)
})
