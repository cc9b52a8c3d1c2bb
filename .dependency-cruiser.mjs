/** The floors of the house (docs/architecture.md): who may stand on whom. */
const test = '(\\.test\\.tsx?$|\\.test-kit\\.ts$|\\.test-support\\.ts$)';
const none = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: test, ...from },
  to,
});

/**
 * The rooms of the server, from the ground up (docs/architecture.md). A room imports from the rooms
 * before it only, types included. `recovery` compares the records of billing with the carrier's
 * list, so it stands above billing. `backup`, `import`, `setup` and `demo` are programs around the
 * product: they stand on everything. The simulation stands above the server, in an app of its own.
 */
const ROOMS = [
  'platform',
  'carriers',
  'packages',
  'fraud',
  'numbers',
  'identity',
  'ledger',
  'messaging',
  'consent',
  'subscription',
  'billing',
  'signup',
  'recovery',
  'webhooks',
  'catalogue',
  'media',
  'artwork',
  'viewer',
  'account',
  'telemetry',
  'reports',
  'staff',
  'care',
  'preview',
  'pages',
  'backup',
  'import',
  'setup',
  'demo',
];

const floors = ROOMS.slice(0, -1).map((room, floor) =>
  none(
    `${room}-imports-from-below`,
    `The order of the rooms: ${ROOMS.join(', ')}.`,
    { path: `^apps/server/src/${room}/` },
    { path: `^apps/server/src/(${ROOMS.slice(floor + 1).join('|')})/` },
  ),
);

/**
 * Rooms whose tables others may join, with the reason. Else only the room itself imports its
 * `*.tables.ts`.
 */
const JOINED_TABLES = {
  // A subscription and the number of its owner are read, and locked, in one statement.
  'numbers/numbers': ['subscription', 'telemetry'],
  // A new price and how far its holders were told are read, and claimed, in one statement.
  'packages/packages': ['subscription'],
};

const tables = [
  none(
    'tables-stay-in-their-room',
    'Other rooms ask the repository.',
    { path: '^apps/server/src/([^/]+)/' },
    {
      path: '^apps/server/src/([^/]+)/.*\\.tables\\.ts$',
      pathNot: [
        '^apps/server/src/$1/',
        ...Object.keys(JOINED_TABLES).map((file) => `^apps/server/src/${file}\\.tables\\.ts$`),
      ],
    },
  ),
  ...Object.entries(JOINED_TABLES).map(([file, rooms]) =>
    none(
      `${file.replace('/', '-')}-tables-are-joined-by-name`,
      'JOINED_TABLES names the rooms that may join these tables.',
      {
        path: '^apps/server/src/',
        pathNot: [test, `^apps/server/src/(${[file.split('/')[0], ...rooms].join('|')})/`],
      },
      { path: `^apps/server/src/${file}\\.tables\\.ts$` },
    ),
  ),
];

export default {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one thing, or a third is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|\\./\\+types/|.*/\\+types/)' },
    },
    none(
      'domain-is-the-ground',
      'The rules of the business know nothing of ours and do no I/O.',
      { path: '^packages/domain/' },
      { pathNot: '^packages/domain/' },
    ),
    none(
      'contract-stands-on-domain',
      'What crosses the wire knows rules and schemas only.',
      { path: '^packages/contract/' },
      { pathNot: '^(packages/(contract|domain)/|node_modules/zod/)' },
    ),
    none(
      'player-stands-alone',
      'Playback knows no page and no call.',
      { path: '^packages/player/' },
      { pathNot: '^(packages/player/|node_modules/hls\\.js/)' },
    ),
    none(
      'artwork-stands-alone',
      'The picture painter imports no other package of ours.',
      { path: '^packages/artwork/' },
      { path: '^(apps/|packages/(?!artwork/))' },
    ),
    none(
      'demo-content-stands-alone',
      'The demo is data and a clip painter. Only the loader in the server knows the catalogue.',
      { path: '^packages/demo-content/' },
      { path: '^(apps/|packages/(?!demo-content/))' },
    ),
    none(
      'apps-never-import-each-other',
      'They meet over HTTP. Only the simulation composes the parts of the server.',
      { path: '^apps/([^/]+)/', pathNot: [test, '^apps/simulation/'] },
      { path: '^apps/([^/]+)/', pathNot: '^apps/$1/' },
    ),
    none(
      'simulation-stands-on-the-server',
      'It reads tables by SQL of its own, and has a carrier of its own.',
      { path: '^apps/simulation/', pathNot: '\\.test\\.ts$' },
      { path: '^(apps/(?!(server|simulation)/)|bench/|e2e/|apps/server/.*\\.tables\\.ts$)' },
    ),
    none(
      'nothing-imports-the-simulation',
      'It stands on top of the house.',
      { pathNot: '^apps/simulation/' },
      { path: '^apps/simulation/' },
    ),
    none(
      'no-zod-in-the-browser',
      'A page takes types of the contract, never its schemas.',
      { path: '^apps/web/app/' },
      {
        path: '(node_modules/zod/|^packages/contract/src/.*\\.calls\\.ts$|^packages/contract/src/(call|calls)\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    ),
    none(
      'services-do-no-sql',
      'A service knows the business; SQL stands in repositories.',
      { path: '\\.service\\.ts$', pathNot: test },
      { path: '(node_modules/drizzle-orm/|\\.tables\\.ts$)', dependencyTypesNot: ['type-only'] },
    ),
    none(
      'repositories-know-no-business',
      'A repository knows rows.',
      { path: '\\.repository\\.ts$' },
      { path: '\\.(service|routes)\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    none(
      'routes-never-import-routes',
      'What two routes need stands in a service, a view or `platform/http`.',
      { path: '\\.(ops-)?routes\\.ts$' },
      { path: '\\.(ops-)?routes\\.ts$' },
    ),
    ...floors,
    ...tables,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/build/|/\\.react-router/|/migrations/)' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
