import type { Command } from './command.js'
import { OUTPUTS, SETS } from './paragraphs.js'

/** Commands on sets. */
export const SET_COMMANDS: readonly Command[] = [
  {
    name: 'join',
    operands: 'FILE [FILE2]',
    minOperands: 1,
    maxOperands: 2,
    completes: 'file',
    summary: 'Find all pairs of sets that are alike, exactly',
    about: [
      'All pairs of a file of sets, or of a set a of FILE and a set b of FILE2. Nothing is missed, and every pair is verified. By containment a pair says that a lies in b.',
      SETS,
      OUTPUTS,
    ],
    examples: [
      { does: 'Count the pairs of baskets', line: 'likewise join baskets.sets --threshold 0.5 --count' },
      {
        does: 'Write them, by the ids of the sets',
        line: 'likewise join carts.jsonl --id customer --list items --threshold 0.6 --pairs pairs.csv',
      },
      {
        does: 'Ratings in long format, a copy for each star, with at most 1 GB of memory',
        line: 'likewise join ratings.csv --set user --element film --times stars --threshold 0.4 --memory 1GB',
      },
      {
        does: 'The three most similar baskets of each basket',
        line: 'likewise join baskets.sets --top 3 --pairs - --quiet',
      },
      {
        does: 'Which articles lie in which later ones',
        line: 'likewise join articles.jsonl --id id --text text --similarity containment --threshold 0.9 --pairs -',
      },
    ],
  },
  {
    name: 'probe',
    operands: 'INDEX QUERIES',
    minOperands: 2,
    maxOperands: 2,
    completes: 'file',
    summary: 'Find for each set of QUERIES all sets of INDEX that are alike, exactly',
    about: [
      'In a pair, a is a set of QUERIES and b one of INDEX. By containment the query lies in the set of INDEX.',
      SETS,
      OUTPUTS,
    ],
    examples: [
      {
        does: 'What is at least half alike',
        line: 'likewise probe baskets.sets new.sets --threshold 0.5 --pairs -',
      },
      {
        does: 'The five best for each',
        line: 'likewise probe baskets.sets new.sets --top 5 --pairs best.csv',
      },
    ],
  },
]
