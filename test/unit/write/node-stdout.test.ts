import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { StdoutSink } from '../../../src/write/node-stdout.js'

const DATA = '{"a":"x\u009b31m\u202e\u2066","b":"\u0085\u2028 käse"}\n'

/** Writes the data byte by byte, so that characters are cut. */
async function written(isTTY: boolean, data: Uint8Array = Buffer.from(DATA)): Promise<Buffer> {
  const stream = Object.assign(new PassThrough(), { isTTY })
  const sink = new StdoutSink(stream)
  for (const byte of data) await sink.write(Uint8Array.of(byte))
  await sink.close()
  stream.end()
  return Buffer.concat(await stream.toArray())
}

describe('data on stdout', () => {
  it('on a terminal has its control characters escaped, and is the same JSON', async () => {
    const shown = (await written(true)).toString()
    expect(shown).toBe('{"a":"x\\u009b31m\\u202e\\u2066","b":"\\u0085\\u2028 käse"}\n')
    expect(JSON.parse(shown)).toEqual(JSON.parse(DATA))
  })

  it('on a terminal has no bytes that are not text', async () => {
    expect((await written(true, Uint8Array.of(0x61, 0x9b, 0x62, 0xe2, 0x80))).toString()).toBe(
      'a\ufffdb\ufffd',
    )
  })

  it('in a file or a pipe is as it is', async () => {
    expect((await written(false)).toString()).toBe(DATA)
  })
})
