/** The floors of the house (docs/architecture.md): who may stand on whom. */
const test = '(\\.test\\.tsx?$|\\.test-kit\\.ts$|\\.test-support\\.ts$)';
const none = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: test, ...from },
  to,
});

export default {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one thing, or a third is missing.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
      'They meet over HTTP.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/([^/]+)/', pathNot: '^apps/$1/' },
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
      'platform-is-below',
      'The platform knows no capability.',
      { path: '^apps/server/src/platform/' },
      {
        path: '^apps/server/src/(carrier|fraud|ledger|subscription|identity|catalogue|viewer|media|pages|demo)/',
      },
    ),
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
