import { formula, type LabHash, type LabSets, makeHashes, nextPrime } from './lab.js'

interface Named {
  /** Not part of any URL; used only in the list of examples. */
  readonly id: string
  readonly name: string
}

/** Sets and hash functions as given in a textbook. */
export interface SetPreset extends Named {
  readonly sets: LabSets
  readonly hashes: readonly LabHash[]
  readonly rowsPerBand: number
}

/** Texts whose shingles a textbook lists. They can be edited. */
export interface TextPreset extends Named {
  readonly texts: readonly string[]
  readonly kind: 'words' | 'chars' | 'stopwords'
  readonly k: number
}

const fromLetters = (elements: string, sets: readonly string[]): LabSets => ({
  names: sets.map((_, i) => `S${i + 1}`),
  elements: [...elements],
  sets: sets.map((letters) => new Set(Array.from(letters, (letter) => elements.indexOf(letter)))),
})

/** A matrix of zeros and ones, row by row. */
function fromRows(rows: readonly string[], prefix: string): LabSets {
  const columns = Array.from({ length: rows[0]!.length }, (_, column) => column)
  return {
    names: columns.map((column) => `S${column + 1}`),
    elements: rows.map((_, row) => `${prefix}${row + 1}`),
    sets: columns.map(
      (column) => new Set(rows.flatMap((row, number) => (row[column] === '1' ? [number] : []))),
    ),
  }
}

/** A permutation given by the order of the elements; the first is number 1. */
function inOrder(name: string, order: readonly string[], { elements }: LabSets): LabHash {
  const rest = elements.filter((element) => !order.includes(element))
  const all = [...order, ...rest]
  return { name, values: elements.map((element) => all.indexOf(element) + 1) }
}

const LETTERS = fromLetters('abcde', ['ad', 'c', 'bde', 'acd'])
const SEVEN = fromRows(['1010', '1001', '0101', '0101', '0101', '1010', '1010'], 'row ')
const NOTES: LabSets = {
  names: ['S1', 'S2'],
  elements: ['Y1', 'Y2', 'Y3', 'Y4', 'Y5', 'Y6', 'Y7'],
  sets: [new Set([0, 2, 4]), new Set([0, 3, 4, 5])],
}
const orderOfNotes = (name: string, numbers: readonly number[]) =>
  inOrder(
    name,
    numbers.map((number) => `Y${number}`),
    NOTES,
  )
const SMALL = fromLetters('1234567', ['1234', '2357', '246'])
const COLUMNS = fromRows(['01', '10', '11', '00', '11', '01'], 'row ')
const withHashes = (sets: LabSets) => {
  const modulus = nextPrime(sets.elements.length)
  return { sets, hashes: makeHashes(6, modulus, sets.elements.length), rowsPerBand: 2 }
}

/** The worked examples from the texts in which this method is described. */
export const SET_PRESETS: readonly SetPreset[] = [
  {
    id: 'figure',
    name: 'Mining of Massive Datasets, figure 3.4: two hash functions',
    sets: { ...LETTERS, elements: ['0', '1', '2', '3', '4'] },
    hashes: [formula(1, 1, 5, 5), formula(3, 1, 5, 5)],
    rowsPerBand: 1,
  },
  {
    id: 'permutation',
    name: 'Mining of Massive Datasets, example 3.7: the order b, e, a, d, c',
    sets: LETTERS,
    hashes: [inOrder('b e a d c', [...'beadc'], LETTERS)],
    rowsPerBand: 1,
  },
  {
    id: 'slides',
    name: 'Slides: seven rows, three permutations',
    sets: SEVEN,
    hashes: [
      { name: 'π1', values: [3, 4, 7, 6, 1, 2, 5] },
      { name: 'π2', values: [4, 2, 1, 3, 6, 7, 5] },
      { name: 'π3', values: [1, 3, 7, 6, 2, 5, 4] },
    ],
    rowsPerBand: 1,
  },
  {
    id: 'notes',
    name: 'Lecture notes: four permutations of Y1 to Y7',
    sets: NOTES,
    hashes: [
      orderOfNotes('σ1', [2, 1, 7, 4, 6, 3, 5]),
      orderOfNotes('σ2', [2, 3, 7, 4, 5, 6, 1]),
      // The notes give only the beginning of these two; the other elements follow in order.
      orderOfNotes('σ3', [7, 5, 3]),
      orderOfNotes('σ4', [6, 1]),
    ],
    rowsPerBand: 2,
  },
  {
    id: 'exercise',
    name: 'Mining of Massive Datasets, exercise 3.1.1: similarities 1/3, 2/5 and 1/6',
    ...withHashes(SMALL),
  },
  { id: 'columns', name: 'Two columns of six rows: similarity 2/5', ...withHashes(COLUMNS) },
]

export const TEXT_PRESETS: readonly TextPreset[] = [
  {
    id: 'letters',
    name: 'Mining of Massive Datasets, example 3.3: pairs of letters',
    texts: ['abcdabd', 'abcab', 'abcaab'],
    kind: 'chars',
    k: 2,
  },
  {
    id: 'touchdown',
    name: 'Mining of Massive Datasets, example 3.4: touch down and touchdown',
    texts: ['The plane was ready for touch down', 'The quarterback scored a touchdown'],
    kind: 'chars',
    k: 9,
  },
  {
    id: 'sudzo',
    name: 'Mining of Massive Datasets, example 3.23: stop words',
    texts: ['Buy Sudzo', 'I recommend that you buy Sudzo for your laundry x'],
    kind: 'stopwords',
    k: 3,
  },
  {
    id: 'fence',
    name: 'Lecture notes: three characters',
    texts: ['A boy jumped over the fence.', 'A boy jumped over a fence.'],
    kind: 'chars',
    k: 3,
  },
  {
    id: 'one-hot',
    name: 'Article: a vocabulary of three characters',
    texts: ['learning data science is fascinating', 'data science is fascinating'],
    kind: 'chars',
    k: 3,
  },
]
