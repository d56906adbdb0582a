import type { Command } from './command.js'
import { INPUTS } from './paragraphs.js'

/** The commands of a live index, all under one name. */
export const INDEX_COMMAND: Command = {
  name: 'index',
  operands: 'ACTION INDEX [INPUT…]',
  minOperands: 2,
  maxOperands: Number.POSITIVE_INFINITY,
  completes: 'file',
  summary: 'Keep an index of documents, and ask it about new ones, one at a time or many',
  about: [
    'ACTION is one of: build INDEX INPUT… (a new index); add INDEX INPUT… (a document with the id of an earlier one replaces it); query INDEX INPUT… (the similar documents, with their similarity); check INDEX INPUT… (new, identical, similar or contained, with the matches); remove INDEX ID…; stats INDEX; compact INDEX (free what has expired, and disk space); snapshot INDEX FILE; restore INDEX FILE (add the documents of a snapshot).',
    'INDEX is a folder. One process writes to it at a time, while any number may query it. It remembers how it was built: --threshold, --recall, --shingle and the like belong to build, and --threshold of query may be any value from that of the index on.',
    'Every similarity is verified. A stored document at the threshold is found with the recall of the index; one that contains the document asked about, too, if that has enough shingles (stats says how many).',
    INPUTS,
  ],
  examples: [
    { does: 'Build an index', line: 'likewise index build seen articles.jsonl --id id --threshold 0.7' },
    {
      does: 'What is similar to the documents of a file',
      line: 'likewise index query seen new.jsonl --json',
    },
    { does: 'Is this text new?', line: 'cat mail.txt | likewise index check seen - --format text' },
    { does: 'Add documents that expire', line: 'likewise index add seen new.jsonl --id id --max-age 30d' },
    { does: 'Remove two of them', line: 'likewise index remove seen battery-plant-0001 battery-plant-0002' },
    { does: 'How large it is, and how it was built', line: 'likewise index stats seen' },
    {
      does: 'Keep a copy that any version of the store can restore',
      line: 'likewise index snapshot seen seen.snapshot',
    },
  ],
}
