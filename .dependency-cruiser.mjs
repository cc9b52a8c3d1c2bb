/** The layers of the architecture (docs/architecture.md): who may import whom. */
const test = '(\\.test\\.tsx?$|\\.test-kit\\.ts$|\\.test-support\\.ts$)';
const none = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: test, ...from },
  to,
});

/**
 * The modules of the server, each with its folder (docs/architecture.md). A module imports those
 * before it only, types included. `recovery` compares the records of billing with the carrier's
 * list, so it comes after billing. `backup`, `setup` and `demo` are programs around the product and
 * come last. The simulation composes the server in an app of its own.
 */
const MODULES = [
  'server/kit/src',
  'server/carriers/src',
  'server/people/src/fraud',
  'server/people/src/numbers',
  'server/people/src/identity',
  'server/money/src/packages',
  'server/money/src/ledger',
  'server/money/src/messaging',
  'server/money/src/consent',
  'server/money/src/subscription',
  'server/money/src/billing',
  'server/money/src/signup',
  'server/money/src/recovery',
  'server/content/src',
  'server/media/src/(?!artwork/|offline-intake)',
  'server/media/src/artwork',
  'server/media/src/offline-intake',
  'server/viewers/src/viewer',
  'server/viewers/src/account',
  'server/viewers/src/telemetry',
  'server/backoffice/src/webhooks',
  'server/backoffice/src/reports',
  'server/backoffice/src/staff',
  'server/backoffice/src/care',
  'server/backoffice/src/preview',
  'server/backoffice/src/import',
  'server/backoffice/src/brand',
  'apps/server/src/pages',
  'apps/server/src/backup',
  'apps/server/src/setup',
  'apps/server/src/demo',
];

/** Any file of the server. */
const SERVER = '^(server/[^/]+|apps/server)/src/';

const layers = MODULES.slice(0, -1).map((module, layer) =>
  none(
    `${module.replaceAll(/[^a-z/]/g, '')}-imports-earlier-modules`,
    'The order of the modules: MODULES.',
    { path: `^${module}` },
    { path: `^(${MODULES.slice(layer + 1).join('|')})` },
  ),
);

const faces = none(
  'workspaces-meet-at-their-face',
  'Another workspace is imported by its name: its package.json lists what it exports.',
  { path: '^server/([^/]+)/' },
  { path: '^server/', pathNot: '^server/$1/', dependencyTypes: ['local'] },
);

/**
 * Modules whose tables others may join, with the reason. Else only the module itself imports its
 * `*.tables.ts`.
 */
const JOINED_TABLES = {
  // A subscription and the number of its owner are read, and locked, in one statement.
  'server/people/src/numbers/numbers': ['money/src/subscription', 'viewers/src/telemetry'],
  // A new price and how far its holders were told are read, and claimed, in one statement.
  'server/money/src/packages/packages': ['money/src/subscription'],
};
const tablesAt = (module) => `^${module}\\.tables\\.ts$`;

const tables = [
  // A workspace of several modules has a folder for each; one of a single module has not.
  ...['people', 'money', 'viewers', 'backoffice'].map((workspace) =>
    none(
      `${workspace}-tables-stay-in-their-module`,
      'Other modules ask the repository.',
      { path: `^server/${workspace}/src/([^/]+)/` },
      {
        path: `^server/${workspace}/src/([^/]+)/.*\\.tables\\.ts$`,
        pathNot: [`^server/${workspace}/src/$1/`, ...Object.keys(JOINED_TABLES).map(tablesAt)],
      },
    ),
  ),
  none(
    'tables-stay-in-their-workspace',
    'Other workspaces ask the repository.',
    { path: SERVER.replace('(server/[^/]+|apps/server)', '(server/[^/]+|apps/[^/]+)') },
    {
      path: '^server/.*\\.tables\\.ts$',
      pathNot: ['^$1/src/', ...Object.keys(JOINED_TABLES).map(tablesAt)],
    },
  ),
  ...Object.entries(JOINED_TABLES).map(([file, modules]) =>
    none(
      `${file.replaceAll('/', '-')}-tables-are-joined-by-name`,
      'JOINED_TABLES names the modules that may join these tables.',
      {
        path: SERVER,
        pathNot: [test, `^${file.replace(/[^/]+$/, '')}`, `^server/(${modules.join('|')})/`],
      },
      { path: tablesAt(file) },
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
      { pathNot: '^(packages/player/|node_modules/(hls\\.js|@svta)/)' },
    ),
    none(
      'artwork-stands-alone',
      'The picture painter imports no other package of ours.',
      { path: '^packages/artwork/' },
      { path: '^(apps/|server/|packages/(?!artwork/))' },
    ),
    none(
      'demo-content-stands-alone',
      'The demo is data and a clip painter. Only the loader in the server knows the catalogue.',
      { path: '^packages/demo-content/' },
      { path: '^(apps/|server/|packages/(?!demo-content/))' },
    ),
    none(
      'apps-never-import-each-other',
      'They meet over HTTP. Only the simulation composes the parts of the server.',
      { path: '^apps/([^/]+)/', pathNot: [test, '^apps/simulation/'] },
      { path: '^apps/([^/]+)/', pathNot: '^apps/$1/' },
    ),
    none(
      'only-compositions-import-the-server',
      'Browsers, the simulated carrier and packages meet it over HTTP.',
      { path: '^(apps/(?!server/|simulation/)|packages/)', pathNot: test },
      { path: '^server/' },
    ),
    none(
      'the-server-knows-no-app',
      'config, base and compose hand down what a workspace needs.',
      { path: '^server/' },
      { path: '^apps/' },
    ),
    none(
      'simulation-stands-on-the-server',
      'It reads tables by SQL of its own, and has a carrier of its own.',
      { path: '^apps/simulation/', pathNot: '\\.test\\.ts$' },
      { path: '^(apps/(?!(server|simulation)/)|bench/|e2e/|server/.*\\.tables\\.ts$)' },
    ),
    none(
      'nothing-imports-the-simulation',
      'It composes the server and its own carrier.',
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
      'What two routes need stands in a service, a view or `server/kit/src/http`.',
      { path: '\\.(ops-)?routes\\.ts$' },
      { path: '\\.(ops-)?routes\\.ts$' },
    ),
    ...layers,
    faces,
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
