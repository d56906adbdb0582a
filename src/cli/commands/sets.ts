import type { Command } from './command.js'
import { OUTPUTS, SETS } from './paragraphs.js'

/** Commands on sets. */
export const SET_COMMANDS: readonly Command[] = [
  {
    name: 'join',
    load: async () => (await import('../join/join.js')).join,
    operands: 'FILE [FILE2]',
    minOperands: 1,
    maxOperands: 2,
    completes: 'file',
    summary: 'Find all pairs of similar sets, exactly',
    description: [
      'Finds all pairs of similar sets within FILE. With FILE2, finds all pairs of a set a from FILE and a set b from FILE2. No pair is missed, and every pair is verified. With --similarity containment, a is the set that is contained in b.',
      SETS,
      OUTPUTS,
    ],
    examples: [
      { does: 'Count the pairs of baskets', line: 'likewise join baskets.sets --threshold 0.5 --count' },
      {
        does: 'Write the pairs, with the ids of the sets',
        line: 'likewise join carts.jsonl --id customer --list items --threshold 0.6 --pairs pairs.csv',
      },
      {
        does: 'Read ratings, one row per rating and one copy per star, within 1 GB of memory',
        line: 'likewise join ratings.csv --set user --element film --times stars --threshold 0.4 --memory 1GB',
      },
      {
        does: 'Find the three most similar baskets for each basket',
        line: 'likewise join baskets.sets --top 3 --pairs - --quiet',
      },
      {
        does: 'Find articles that are contained in others',
        line: 'likewise join articles.jsonl --id id --text text --similarity containment --threshold 0.9 --pairs -',
      },
    ],
  },
  {
    name: 'probe',
    load: async () => (await import('../join/join.js')).probe,
    operands: 'INDEX QUERIES',
    minOperands: 2,
    maxOperands: 2,
    completes: 'file',
    summary: 'For each set of QUERIES, find all similar sets of INDEX, exactly',
    description: [
      'INDEX and QUERIES are two inputs. In each pair, a is a set from QUERIES and b is a set from INDEX. With --similarity containment, a is the set that is contained in b.',
      SETS,
      OUTPUTS,
    ],
    examples: [
      {
        does: 'Find sets with a similarity of at least 0.5',
        line: 'likewise probe baskets.sets new.sets --threshold 0.5 --pairs -',
      },
      {
        does: 'Find the five most similar sets for each',
        line: 'likewise probe baskets.sets new.sets --top 5 --pairs best.csv',
      },
    ],
  },
]
