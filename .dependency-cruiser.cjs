// The floors of ARCHITECTURE.md as rules: a room imports from lower floors only, never from a sibling,
// except where the table says so (verify and join may use distance, read and write may use parquet and temporary, public may use
// client, cli may use server).
const floors = [
  ['model', 'hash'],
  ['text', 'sketch', 'band', 'join', 'distance', 'verify', 'cluster'],
  ['kernel', 'plan', 'audit', 'parquet', 'temporary', 'read', 'write'],
  ['engine', 'store'],
  ['apps', 'dedup', 'report'],
  ['node', 'browser'],
  ['client', 'server', 'public', 'cli'],
]
const siblingsAllowed = {
  hash: ['model'],
  verify: ['distance'],
  join: ['distance'],
  read: ['parquet', 'temporary'],
  write: ['parquet', 'temporary'],
  report: ['dedup', 'apps'],
  public: ['client'],
  cli: ['server'],
}

const rooms = floors.flatMap((names, floor) => names.map((name) => ({ name, floor })))

const roomRules = rooms.map(({ name, floor }) => {
  const allowed = [
    name,
    ...rooms.filter((room) => room.floor < floor).map((room) => room.name),
    ...(siblingsAllowed[name] ?? []),
  ]
  return {
    name: `floor-${floor}-${name}`,
    comment: `src/${name} may import ${allowed.join(', ')} and nothing else`,
    severity: 'error',
    from: { path: `^src/${name}/` },
    to: { path: '^src/', pathNot: `^src/(${allowed.join('|')})/` },
  }
})

module.exports = {
  forbidden: [
    ...roomRules,
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-file-in-a-room',
      comment: 'src holds index.ts and the rooms of the table, nothing else',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(index\\.ts$|(${rooms.map((room) => room.name).join('|')})/)` },
      to: {},
    },
    {
      name: 'core-without-dependencies',
      comment: 'floors 0 and 1, the inline engine and the client run anywhere: no package, no node:',
      severity: 'error',
      from: { path: `^src/(${[...floors[0], ...floors[1]].join('|')}|engine/inline|apps|client|index\\.ts)` },
      to: {
        dependencyTypes: [
          'core',
          'npm',
          'npm-dev',
          'npm-optional',
          'npm-peer',
          'npm-no-pkg',
          'npm-unknown',
          'unknown',
        ],
      },
    },
    {
      name: 'node-only-in-node-files',
      comment: 'floors 2 and 3 use node: only in files named node-*',
      severity: 'error',
      from: { path: `^src/(${[...floors[2], ...floors[3]].join('|')})/`, pathNot: '/node-[^/]*$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'stages-anywhere',
      comment: 'stages run on every platform: what they need of one is in src/engine/ports.ts',
      severity: 'error',
      from: { path: '^src/engine/((stages|oversized)/|[^/]+$)' },
      to: { path: '/node-[^/]*$' },
    },
    {
      name: 'engines-apart',
      comment: 'an engine or a store never imports another implementation',
      severity: 'error',
      from: { path: '^src/(engine|store)/([^/]+)/' },
      to: { path: '^src/(engine|store)/[^/]+/', pathNot: '^src/($1/$2|engine/(stages|oversized))/' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.build.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import'],
    },
  },
}
