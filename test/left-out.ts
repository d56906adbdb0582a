/** Every test of a file. */
export const ALL = /^/

/**
 * Tests that only a long run has (LIKEWISE_LONG=1), by their whole names: they take long even for the rest, and others try
 * the same with less.
 */
export const ONLY_LONG: Readonly<Record<string, RegExp>> = {
  'test/browser/files.test.ts': /dropped file of 50 MB/,
  'test/browser/looks.test.ts': /of 'plagiarism' .*390 wide/,
  'test/conformance/spark-archives.test.ts': ALL,
  // Searches, outputs and interruptions run the same steps.
  'test/conformance/spark-files.test.ts': /has steps that do what they should/,
  'test/conformance/spark-real.test.ts': ALL,
  // Other searches by bands, golden results, groups of which not all pairs are listed, colliding hashes and removals remain.
  'test/conformance/spark.test.ts':
    /every field: \{ similarity: 'cosine'|'find-bands'|groups too large to be compared|\(240 documents|collide (?:computes|finds those)/,
  'test/data/sets.test.ts': /(?:mushroom|retail) at 0\.5 has/,
  'test/properties/memory.test.ts': /few pairs in memory: stars/,
  // `.ci/run` always has these.
  'test/unit/engine/node/formulaic.test.ts': /^of (?!licences)/,
}

/**
 * Tests that the short run leaves out, by their whole names: those that take long, where others of their kind are left. `.ci/run`
 * runs them after the short run (test/depth.ts).
 */
export const LEFT_OUT: Readonly<Record<string, RegExp>> = {
  'test/browser/cluster-view.test.ts': /sorted by size|fit into 390 pixels|ids of 100 characters/,
  'test/browser/engine.test.ts': ALL,
  'test/browser/equivalent-command.test.ts': ALL,
  'test/browser/files.test.ts':
    /in a file of|dropped file of|without phrases|can be canceled|reads every format|has no serious accessibility/,
  'test/browser/hostile-input.test.ts': /in the lab: (?!words)/,
  'test/browser/kept.test.ts': /marks of both kinds|stores nothing/,
  'test/browser/large-table.test.ts': /390 wide/,
  'test/browser/long-names.test.ts': ALL,
  'test/browser/long-texts.test.ts': /single line of a megabyte/,
  // Another look of each view.
  'test/browser/looks.test.ts': /of 'dedup' .*390 wide|of '(?:match|plagiarism)'/,
  'test/browser/match-report.test.ts': /offers pairs to mark|on a phone/,
  'test/browser/overview-choices.test.ts': /without phrases/,
  'test/browser/pair-view.test.ts': /one line: #\/(?:pairs|cluster)/,
  'test/browser/recall.test.ts': /complete after|without an audit/,
  'test/browser/served.test.ts':
    /while it runs|without phrases|asks for the token|keeps n and p|messages that quote/,
  'test/browser/tuner.test.ts': /planned from a sample|shades wasted/,
  'test/cli/against.test.ts': /finished run, by exact|resumes where it was interrupted/,
  'test/cli/decisions.test.ts': /new survivor if theirs is removed: \["--run-dir/,
  'test/cli/decontaminate.test.ts': /any number of workers|reads every format/,
  'test/cli/dedup-csv.test.ts':
    /reads compressed files|delimiters differ|shards of the same columns|UTF-16 as UTF-8/,
  'test/cli/dedup-formats.test.ts': /compressed files/,
  'test/cli/dedup-parquet.test.ts': /of pyarrow|file without rows/,
  'test/cli/dedup.test.ts':
    /a kept document: (?!first)|three megabytes|group too large|outside the folder|restores other formats|a folder of texts and pages/,
  'test/cli/disks.test.ts':
    /under each output|under a run directory, outputs|under a new index|opened for the first time|under temporary files/,
  'test/cli/early-thread.test.ts': /memory budget|short form/,
  'test/cli/ends.test.ts': /a slow reader|Ctrl-C while results/,
  'test/cli/fields.test.ts':
    /read by the other commands|any number of workers|several text fields may be missing|null as a text/,
  'test/cli/fingerprints.test.ts':
    /draws a probe|writes pairs, scores|reads ISO|an empty stdin|JSON: one print|flips y|find their finger first|JSON Lines from stdin|identifies the finger|no rate below|one print cannot|"empty_1|"none\.json"|"wrong|of the required quality|"gone|"bad\.json|that a pattern matches|"bad_1\.xyt"\]/,
  'test/cli/guide.test.ts':
    /command-line|cookbook\.md$|fingerprints|live-index|long-runs|matching-records|plagiarism|recommendations|report|Read from a database|do-you-need|are known\?|troubleshooting/,
  'test/cli/help-examples.test.ts':
    /of '(?:compare|dedup|fingerprints|index|join|match|plagiarism|recommend)' runs/,
  'test/cli/index.test.ts':
    /more results than it may hold|documents: 126MB|results for check|like one in a folder|documents: 200MB|refused by (?:query|check)|a namespace that does not exist|chooses the bands of a new|same results for query/,
  'test/cli/input.test.ts': /next to the results of every/,
  'test/cli/join.test.ts': /the library finds.*: (?!jaccard)|any workers and memory|written or not/,
  'test/cli/kill.test.ts':
    /by exact|within a memory budget|of a probe|of records|of documents|2 workers|a search by bands|sets on lines were read|at the ends of blocks|another process is using|after Ctrl-C, which says how to resume \(1 workers/,
  'test/cli/library.test.ts': /(?:boilerplate|one page and its variants|short messages)$|sample articles/,
  'test/cli/limits.test.ts':
    /without being held|lines of sets|restored byte for byte|that is the only record|read with more memory|by join in rows|by find in objects|stops (?:recommend|fingerprints|match) of/,
  'test/cli/long-joins.test.ts':
    /\((?!jaccard)|top of each set|a memory budget|stdin|resumed|through the library/,
  'test/cli/match.test.ts':
    /suggests pairs to label|the model has collapsed|reads JSON Lines|conflict with a model|compares the number of pairs|in the histogram|clusters within one table|columns with the same name|almost nothing is found|any number of workers|named like answers|Windows-1252|a page with the evidence|such as .*(?:perhaps|s9)|names ids that several|why nothing is found|does not compare a column|says what is missing|counts and lists labels|warns of a mapping|labels that contradict|which record is missing|speaks of one table|does not propose|\["a\.csv","--one-to-one"\]|"c\.jsonl"\]|\["twice|\["long|"--delimiter"|--cluster-threshold","0\.9|"--map","name=person|says why, on the terminal|\["-","-"\]/,
  'test/cli/memory.test.ts':
    /a join of|very many tiny|stops (?:plagiarism|compare|recommend)|a very long record|too small is rejected|stops match/,
  'test/cli/news.test.ts': /be overridden|by the policy|stop words of the book|compares pages with other/,
  'test/cli/own-output.test.ts': /of every command is skipped|list files themselves/,
  'test/cli/plagiarism.test.ts':
    /rejects what it cannot do|--author keeps|in each folder|mistake its own report|the language, the score|ignores what the base|reads records, with fields|counts the words of prose|has a lower limit/,
  'test/cli/progress.test.ts': /(?:fingerprints|join|match|plagiarism|recommend)$/,
  'test/cli/recommend.test.ts':
    /strong baselines|semicolon|ratings\.dat|"Zoe"|"Zardoz"|purchases for|says: there is only one|x\.xlsx|only if it was not given|that are all equal|"low\.csv"|"bought\.csv"|"--disliked-to","1"|prints rows on stdout/,
  'test/cli/restore.test.ts':
    /UTF-16|Latin-1|\.gz as|with blanks anywhere|with tabs|refuses a manifest|lines of text byte for byte|a JSON array with records/,
  'test/cli/similarity.test.ts': /keeps pairs by (?:cosine|dice)|little memory/,
  'test/cli/stops.test.ts':
    /stops '(?:match|plagiarism|fingerprints)'|2 signals|200MB|SIGKILL later|stopped addition|stays resumable|"reading documents" \[\]|SIGKILL at the start/,
  'test/cli/usage.test.ts': /(?:compare|match|recommend|tune): -q/,
  'test/conformance/engines-against.test.ts': /memory budget|too large to be compared|large buckets/,
  'test/conformance/engines.test.ts':
    /memory budget|too large to be compared|large buckets|on a shared pool .*(?:in every field|golden|as the same text)|inline .* by (?:dice|cosine)|5,000 documents .*: bands/,
  'test/conformance/redis-faults.test.ts': /whose master fails|likewise index works|a node of a cluster/,
  'test/conformance/spark-defaults.test.ts': ALL,
  'test/conformance/spark-files.test.ts': ALL,
  'test/conformance/spark.test.ts': ALL,
  'test/data/licences.test.ts': /spdx-versions/,
  'test/data/plagiarism.test.ts': /homework in Java/,
  'test/data/records.test.ts': ALL,
  'test/data/sets.test.ts': /at 0\.5 has|mushroom has/,
  'test/laws/audit-coverage.test.ts': ALL,
  'test/laws/containment.test.ts': /size, times (?:3|10)/,
  'test/laws/estimated-recall.test.ts': ALL,
  'test/laws/limited-list-coverage.test.ts': ALL,
  'test/laws/oversized-prediction.test.ts': ALL,
  'test/laws/prediction.test.ts': /a third: '(?:skew|boilerplate|short)'|\{ k: 2/,
  'test/laws/sketch-sets.test.ts': ALL,
  'test/laws/vector-families.test.ts': ALL,
  'test/node/abort-results.test.ts': /even if the reader never waits|of 'dedup of a compressed file'/,
  'test/node/abort.test.ts': /stores the originals|as it writes \.(?:json\.gz|csv)|restore of \.parquet/,
  'test/node/against-index.test.ts': /counts large buckets/,
  'test/node/against-large-groups.test.ts': /maxGroup all/,
  'test/node/concurrent.test.ts': /with 1 workers/,
  'test/node/decontaminate.test.ts': /in a shared pool/,
  'test/node/many-files.test.ts': /a file that is not text/,
  'test/node/memory.test.ts': ALL,
  'test/node/pool.test.ts': /within a memory budget/,
  'test/node/sorted-index.test.ts':
    /a memory budget|a namespace|no containment|an expiry|room for later|of many files by their ids/,
  'test/package/build.test.ts': /is repeated only if/,
  'test/package/loaded.test.ts': ALL,
  'test/package/publint.test.ts': ALL,
  'test/package/start.test.ts': /the sample is what/,
  'test/package/types-resolve.test.ts': ALL,
  'test/package/types.test.ts': ALL,
  'test/properties/join-local.test.ts':
    /: containment|best matches of each set|parts: (?:overlap|dice|cosine)/,
  'test/properties/kernel.test.ts': /a document larger than its usual memory/,
  'test/properties/memory.test.ts': /few pairs in memory|among copies/,
  'test/python/python.test.ts':
    /mypy|finds, removes, joins and matches|work on arrays as loops would|the recipe for|that pip installs|the code of docs|for random text in all scripts|its example|parts of a Spark program|reads every kind of array/,
  'test/server/jobs-against.test.ts': /an audit reads all/,
  'test/server/jobs.test.ts': /while its job waits|expands to more/,
  'test/server/kill.test.ts': ALL,
  'test/server/memory.test.ts': /mcp|no room for|gives each job/,
  'test/server/process.test.ts': /two servers on one folder|100 MB/,
  'test/server/streams.test.ts': /does not read/,
  'test/unit/apps/entities/columns.test.ts': /each has a single value/,
  'test/unit/apps/entities/exact-copies.test.ts': /are all found by a model/,
  'test/unit/apps/entities/fallback.test.ts':
    /on people, and uses|if a threshold was requested|without any structure/,
  'test/unit/apps/entities/labels.test.ts': /applied to the same rows|lower the expected precision/,
  'test/unit/apps/entities/match-model.test.ts': /keeps what was wrong/,
  'test/unit/apps/entities/match-records.test.ts': /near the true one|have one match each|in the same town/,
  'test/unit/apps/entities/name-alone.test.ts': ALL,
  'test/unit/apps/entities/repeated-fields.test.ts':
    /counts once (?:in (?:capitals|another|parts)|after|without)/,
  'test/unit/apps/entities/single-column.test.ts': /typing errors in numbers/,
  'test/unit/apps/fingerprints/rates.test.ts': /in about 95 of 100 cases/,
  'test/unit/band/nested-bands.test.ts': /of 1000 slots/,
  'test/unit/apps/entities/related-pairs.test.ts':
    /take the expected precision away (?:a (?:number|remark|quantity|source|price)|the (?:second|day))/,
  'test/unit/engine/node/damage.test.ts': /with continuation blocks|that (?:changes|is exchanged|grows)/,
  'test/unit/engine/node/find.test.ts': /larger than a unit/,
  'test/unit/engine/node/join.test.ts': /another budget|sources again: in blocks/,
  'test/unit/engine/node/large-lists.test.ts': /200000000/,
  'test/unit/engine/plan-similar.test.ts': /long documents made of/,
  'test/unit/engine/stages/candidates/tiles-task.test.ts': /in several segments/,
  'test/unit/engine/stages/join/equal-sets.test.ts': /by (?:containment|cosine|dice)/,
  'test/unit/engine/stages/run-hints.test.ts':
    /an exact search with oversized|two sides|bands with oversized|rightly or not/,
  'test/unit/kernel/wasm-kernel.test.ts': /blocks of 16 bytes end/,
  'test/unit/kernel/wasm-keys.test.ts': /4194309, distinctHighs: false/,
  'test/unit/kernel/wasm-prefix-writer.test.ts': /for large sets and for many/,
  'test/unit/read/node-open-source.test.ts': /blank lines/,
  'test/unit/read/node-parquet-damage.test.ts': /any bit flipped/,
  'test/unit/read/node-read-parquet.test.ts': /row groups larger than a slice/,
  'test/unit/store/lmdb/lmdb-store.test.ts': /once it is compacted/,
  'test/unit/text/limits.test.ts': /a set of more elements|when NFKC makes it so/,
}

/** Tests of what the tests before them noted: every run has them. */
const SUMMING_UP = /reports no error/

/** Whether a run has a test: the short run, the one of what it leaves out, or the long one. */
export function isTried(file: string, name: string, depth: 'short' | 'rest' | 'long'): boolean {
  if (depth === 'long') return true
  if (ONLY_LONG[file]?.test(name)) return false
  if (SUMMING_UP.test(name)) return true
  return (LEFT_OUT[file]?.test(name) ?? false) === (depth === 'rest')
}
