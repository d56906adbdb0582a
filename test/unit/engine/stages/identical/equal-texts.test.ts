import { expect, it } from 'vitest'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import { equalTexts } from '../../../../../src/engine/stages/identical/equal-texts.js'
import { SKETCH } from '../../../../../src/engine/stages/read/sketched.js'

/** Units of records with these texts, as numbers. */
function sketchedOf(units: readonly (readonly number[])[]) {
  const firsts = new Float64Array(units.length + 1)
  const blocks = units.map((texts, unit) => {
    firsts[unit + 1] = firsts[unit]! + texts.length
    const hashes = Uint32Array.from(texts.flatMap((text) => [text, 0xffffffff - text]))
    return nodeBlocks.put({ name: `sketch-${unit}` }, [{ tag: SKETCH.texts, bytes: hashes }])
  })
  return { blocks, firsts }
}

/** Members of some groups, as they are found by their keys: the groups in any order. */
function groupsOf(groups: readonly (readonly number[])[]) {
  const starts = [0]
  for (const group of groups) starts.push(starts.at(-1)! + group.length)
  return { members: Uint32Array.from(groups.flat()), starts: Uint32Array.from(starts) }
}

it('finds the records of each group whose text equals an earlier one', () => {
  const sketched = sketchedOf([[5, 7, 5], [8], [7, 5, 8, 9, 8]])
  // The texts of the first group: 5, 7, 5, 8, 5, 8; those of the second: 7, 9.
  const found = equalTexts(
    nodeBlocks,
    sketched,
    groupsOf([
      [0, 1, 2, 3, 5, 6],
      [4, 7],
    ]),
  )
  expect([...found!]).toEqual([0, 2, 0, 5, 3, 6])
})

it('finds nothing to tell apart if all texts of each group are equal', () => {
  const sketched = sketchedOf([[5, 7, 5], [7]])
  expect(
    equalTexts(
      nodeBlocks,
      sketched,
      groupsOf([
        [1, 3],
        [0, 2],
      ]),
    ),
  ).toBeUndefined()
  expect(equalTexts(nodeBlocks, sketched, groupsOf([]))).toBeUndefined()
})
