import type { Command } from './command.js'
import { INPUTS } from './paragraphs.js'

/** The commands of a live index, all under one name. */
export const INDEX_COMMAND: Command = {
  name: 'index',
  load: async () => (await import('../index/index-command.js')).index,
  operands: 'ACTION INDEX [INPUT…]',
  minOperands: 2,
  maxOperands: Number.POSITIVE_INFINITY,
  completes: 'file',
  summary: 'Keep an index of documents and look up new ones, one at a time or in batches',
  about: [
    'ACTION is one of: build INDEX INPUT… (create an index; a finished run directory stands for its inputs, with its threshold, recall and shingles); add INDEX INPUT… (a document with the id of an earlier one replaces it); query INDEX INPUT… (find similar documents); check INDEX INPUT… (classify each document as new, identical, similar or contained, with its matches); remove INDEX ID…; stats INDEX; compact INDEX (remove expired documents and free disk space); snapshot INDEX FILE; restore INDEX FILE (add the documents of a snapshot).',
    'INDEX is a folder, which one process can write to at a time while any number can query it; or an address in Redis or Valkey, redis://host:6379, rediss:// for TLS, redis-cluster://host:6379,host:6380, which any number can write to. It stores how it was built: --threshold, --recall, --shingle and similar options belong to build. The --threshold of query must be at least that of the index.',
    'Every similarity is verified. A stored document at the threshold is found with the recall of the index. So is a stored document that contains the new one, if the new one has enough shingles (stats shows how many).',
    INPUTS,
  ],
  examples: [
    { does: 'Build an index', line: 'likewise index build seen articles.jsonl --id id --threshold 0.7' },
    {
      does: 'Find documents similar to those in a file',
      line: 'likewise index query seen new.jsonl --json',
    },
    { does: 'Check whether a text is new', line: 'cat mail.txt | likewise index check seen - --format text' },
    { does: 'Add documents that expire', line: 'likewise index add seen new.jsonl --id id --max-age 30d' },
    {
      does: 'Remove two documents',
      line: 'likewise index remove seen battery-plant-0001 battery-plant-0002',
    },
    { does: 'Show its size and how it was built', line: 'likewise index stats seen' },
    {
      does: 'Write a snapshot that every kind of store can restore',
      line: 'likewise index snapshot seen seen.snapshot',
    },
  ],
}
