import { describe, expect, it } from 'vitest';
import {
  anchorOf,
  complaintsAbout,
  complaintsAboutDecisions,
  complaintsAboutRooms,
  headingsNamedIn,
  isKnownPath,
  metricsMissing,
  pathsNamedIn,
  type Repository,
  tablesNamedIn,
  variablesOf,
} from './check-docs.ts';

const repositoryOf = (files: Record<string, string>): Repository => ({
  files: new Set(Object.keys(files)),
  read: (path) => files[path] ?? '',
});

describe('the paths that a page names', () => {
  it('are files and folders in backticks, but not commands, patterns or generated files', () => {
    const page = 'See `apps/web/app/root.tsx`, `config.ts`, `docs/decisions`, `npm run x`, `*.ts`.';
    expect(pathsNamedIn(`${page} \`DATA_DIR/database.json\` \`secrets.json\``)).toEqual([
      'apps/web/app/root.tsx',
      'config.ts',
      'docs/decisions',
    ]);
  });

  it('do not include those in a fenced block', () => {
    expect(pathsNamedIn('```\nnode `apps/gone.ts`\n```\n')).toEqual([]);
  });
});

describe('a path in documentation', () => {
  const repository = repositoryOf({ 'apps/server/src/fraud/fraud.port.ts': '' });

  it.each([
    'apps/server/src/fraud/fraud.port.ts',
    'apps/server/src/fraud',
    'fraud/fraud.port.ts',
    'fraud.port.ts',
  ])('may be complete, a folder, relative to the server, or only a name: %s', (path) =>
    expect(isKnownPath(path, repository)).toBe(true),
  );

  it.each(['apps/server/src/fraud/fraud', 'src/fraud.port.ts', 'port.ts', 'apps/gone'])(
    'is unknown if no file or folder has exactly that name: %s',
    (path) => expect(isKnownPath(path, repository)).toBe(false),
  );
});

describe('a page', () => {
  it('is reported for each path and each link that does not exist', () => {
    const repository = repositoryOf({
      'docs/a.md': '`apps/gone.ts` [b](b.md) [c](c.md) [there](b.md#the-clock) [not](b.md#no)',
      'docs/b.md': '# The clock',
    });
    expect(complaintsAbout('docs/a.md', repository)).toEqual([
      'docs/a.md: the link c.md leads nowhere',
      'docs/a.md: docs/b.md has no heading for the link b.md#no',
      'docs/a.md: there is no apps/gone.ts',
    ]);
  });

  it('may name files beside it, and addresses outside the repository', () => {
    const repository = repositoryOf({
      'e2e/x/README.md': '`./cases.ts` and [home](https://example.org/x.md)',
      'e2e/x/cases.ts': '',
    });
    expect(complaintsAbout('e2e/x/README.md', repository)).toEqual([]);
  });
});

describe('names that documentation and code share', () => {
  it('include the headings that comments and messages cite, also across two lines', () => {
    expect(
      headingsNamedIn(
        "// Interfaces 'Who is\n// who' and see 'The embedded database' in docs/operations.md",
      ),
    ).toEqual([
      { page: 'operations', heading: 'The embedded database' },
      { page: 'interfaces', heading: 'Who is who' },
    ]);
  });

  it('include the metrics, without the names of cookies', () => {
    const page = 'alert on bonisa_cases_open and bonisa_gone; the cookie is bonisa_session';
    expect(metricsMissing(page, "name: 'bonisa_cases_open'")).toEqual(['bonisa_gone']);
  });

  it('include the tables whose retention a page lists', () => {
    const page =
      '| table | rate |\n|---|---|\n| `sessions` | 1 |\n| `otp_challenges`, `number_looks` | 2 |\n' +
      '| `header_log` (demo only) | 3 |\n| A rule about `x` | 4 |\n';
    expect(tablesNamedIn(page)).toEqual([
      'sessions',
      'otp_challenges',
      'number_looks',
      'header_log',
    ]);
  });

  it('include the variables that a schema of the environment declares', () => {
    expect(variablesOf("  PORT: port.default(3000),\n  mode: 'x',\n    NESTED_KEY: z")).toEqual([
      'PORT',
    ]);
  });
});

describe('the anchor of a heading', () => {
  it('is the heading in lower case, with hyphens and without punctuation', () => {
    expect(anchorOf('`subscribe`: complete sign-ups, per second')).toBe(
      'subscribe-complete-sign-ups-per-second',
    );
  });
});

describe('the index of decisions', () => {
  const record = '# 7. Lookups\n\nAnswers are lost.\n';
  const row = '| [7](0007-look.md) | Lookups |';

  it('has a row for each record, with its title', () => {
    const files = { 'docs/decisions/README.md': row, 'docs/decisions/0007-look.md': record };
    expect(complaintsAboutDecisions(repositoryOf(files))).toEqual([]);
    const stale = { ...files, 'docs/decisions/README.md': row.replace('Lookups', 'Look it up') };
    expect(complaintsAboutDecisions(repositoryOf(stale))).toEqual([
      `docs/decisions/README.md: the row must be ${row}`,
    ]);
  });

  it('is invalid if two records have the same number', () => {
    const files = {
      'docs/decisions/README.md': `${row}\n${row.replace('0007-look', '0007-ask')}`,
      'docs/decisions/0007-look.md': record,
      'docs/decisions/0007-ask.md': record,
    };
    expect(complaintsAboutDecisions(repositoryOf(files))).toEqual([
      'docs/decisions: two records have the number 7',
    ]);
  });
});

describe('the capabilities of the server', () => {
  const files = {
    '.dependency-cruiser.mjs': "const ROOMS = [\n  'platform',\n  'fraud',\n  'staff',\n];",
    'apps/server/src/platform/a.ts': '',
    'apps/server/src/fraud/b.ts': '',
  };
  const pageOf = (rooms: string[]) =>
    `## The rooms of the server\n\n| capability | what |\n|---|---|\n${rooms.map((room) => `| \`${room}\` | x |\n`).join('')}`;

  it('are listed in the order of dependency-cruiser, without folders that do not exist', () => {
    const right = { ...files, 'docs/architecture.md': pageOf(['platform', 'fraud']) };
    expect(complaintsAboutRooms(repositoryOf(right))).toEqual([]);
  });

  it.each([[['fraud', 'platform']], [['platform']], [['platform', 'fraud', 'staff']]])(
    'are reported if the page lists others: %s',
    (rooms) => {
      const wrong = { ...files, 'docs/architecture.md': pageOf(rooms) };
      expect(complaintsAboutRooms(repositoryOf(wrong))).toHaveLength(1);
    },
  );
});
