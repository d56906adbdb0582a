import type { Command } from './command.js'
import { inputs } from './paragraphs.js'

/** The commands of a live index, all under one name. */
export const INDEX_COMMAND: Command = {
  name: 'index',
  load: async () => (await import('../index/index-command.js')).index,
  operands: 'ACTION INDEX [INPUT…]',
  minOperands: 2,
  maxOperands: Number.POSITIVE_INFINITY,
  completes: 'file',
  summary: 'Keep an index of documents and look up new ones, one at a time or in batches',
  description: [
    [
      'ACTION is one of:',
      '',
      '- build INDEX INPUT…: create an index. INPUT may be the --run-dir of a finished run; the index then uses the inputs, threshold, recall and shingles of that run',
      '- add INDEX INPUT…: add documents. A document replaces an earlier one with the same id',
      '- query INDEX INPUT…: for each document, find the similar ones in the index',
      '- check INDEX INPUT…: classify each document as new, identical, similar or contained, and list its matches',
      '- remove INDEX ID…: remove documents',
      '- stats INDEX: show the size of the index and how it was built',
      '- compact INDEX: remove expired documents and free disk space',
      '- snapshot INDEX FILE: write a snapshot to FILE',
      '- restore INDEX FILE: add the documents of a snapshot',
    ].join('\n'),
    'INDEX is a folder, or the address of a Redis or Valkey server: redis://host:6379, rediss://host:6379 (with TLS), or redis-cluster://host:6379,host:6380. Only one process at a time can write to a folder, but any number can query it. Any number can write to an index in Redis.',
    'The index stores how it was built, so --threshold, --recall, --shingle and similar options belong to build. query also accepts --threshold, which cannot be lower than the similarity that the index was built for.',
    'Every similarity is verified. A stored document at the threshold is found with a probability of at least --recall. The same holds for a stored document that contains the new one, if the new one has enough shingles (stats shows how many).',
    '--memory covers what the process allocates. Pages of the index file that the system maps into memory do not count, because the system frees them when it needs the space.',
    inputs('INPUT'),
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
    { does: 'Show the size of the index and how it was built', line: 'likewise index stats seen' },
    {
      does: 'Write a snapshot that can be restored into a folder or into Redis',
      line: 'likewise index snapshot seen seen.snapshot',
    },
  ],
}
