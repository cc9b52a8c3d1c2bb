/**
 * Fails if documentation names something that the repository does not have: a path in backticks, a
 * link, a heading that a link or a message names, a metric; or if it lacks a variable of the
 * environment, a table of personal data or a decision.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { sourceFiles } from './source-files.ts';

const ROOTS = /^(apps|bench|deploy|docs|e2e|packages|scripts|server)\//;
const CODE_FILE = /^[\w./-]+\.(css|js|json|md|mjs|sql|ts|tsx)$/;
/** Files that a running product or an operator makes, and names that mean many files. */
const NOT_IN_REPOSITORY =
  /^(x\.|DATA_DIR|.*[*{}]|(secrets|backup|database\.made|show)\.json$|index\.ts$|utils\.ts$)/;
const METRIC = /\bbonisa_[a-z_]+/g;
/** Columns, cookies and labels that have the form of a metric's name. */
const NO_METRIC = new Set(['bonisa_backup', 'bonisa_session', 'bonisa_hint']);
const DECISIONS = 'docs/decisions/';

/** A complaint about a page, printed as one line. */
type Complaint = string;

/**
 * The repository that documentation is checked against: paths of files, and texts of files by path.
 */
interface Repository {
  readonly files: ReadonlySet<string>;
  readonly read: (path: string) => string;
}

/** Text of a page without its fenced blocks, whose lines are commands and not names. */
function proseOf(page: string): string {
  return page.replace(/^```[\s\S]*?^```$/gm, '');
}

/** The paths in backticks of a page: `apps/web/app/root.tsx`, `config.ts`, `docs/decisions`. */
function pathsNamedIn(page: string): string[] {
  const quoted = [...proseOf(page).matchAll(/`([^`\s]+)`/g)].map(([, text = '']) => text);
  const paths = quoted.filter((text) => CODE_FILE.test(text) || ROOTS.test(text));
  return [...new Set(paths)].filter((path) => !NOT_IN_REPOSITORY.test(path));
}

/** Whether a path, as documentation may shorten it, names a file or folder of the repository. */
function isKnownPath(path: string, { files }: Pick<Repository, 'files'>): boolean {
  const plain = path.replace(/\/$/, '');
  const all = [...files];
  if (all.some((file) => file === plain || file.startsWith(`${plain}/`))) return true;
  return !plain.includes('/') && all.some((file) => basename(file) === plain);
}

/** GitHub's anchor of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-');
}

function headingsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
}

/** The links of a page that lead to nothing in the repository. */
function brokenLinks(path: string, page: string, { files, read }: Repository): Complaint[] {
  const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .flatMap((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : normalize(join(dirname(path), file));
      if (!isKnownPath(target, { files })) return [`${path}: the link ${link} leads nowhere`];
      if (anchor === undefined || headingsOf(read(target)).map(anchorOf).includes(anchor))
        return [];
      return [`${path}: ${target} has no heading for the link ${link}`];
    });
}

/** Every complaint about one page: links and paths that lead nowhere. */
function complaintsAbout(path: string, repository: Repository): Complaint[] {
  const page = repository.read(path);
  const links = brokenLinks(path, page, repository);
  const paths = pathsNamedIn(page)
    .filter((named) => !isKnownPath(named, repository))
    .filter((named) => !isKnownPath(normalize(join(dirname(path), named)), repository))
    .map((named) => `${path}: there is no ${named}`);
  return [...links, ...paths];
}

/** Decisions that the index of decisions lacks, or describes differently than their file. */
function complaintsAboutDecisions({ files, read }: Repository): Complaint[] {
  const index = read(`${DECISIONS}README.md`);
  const records = [...files].filter((path) => /^docs\/decisions\/\d{4}-.*\.md$/.test(path));
  const numbers = records.map((path) => Number(basename(path).slice(0, 4)));
  const twice = numbers.filter((number, at) => numbers.indexOf(number) !== at);
  return [
    ...twice.map((number) => `docs/decisions: two records have the number ${number}`),
    ...records.flatMap((path) => {
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(read(path)) ?? [];
      const row = `${number}. [${title}](${basename(path)})`;
      return index.includes(row) ? [] : [`${DECISIONS}README.md: the line must be ${row}`];
    }),
  ];
}

/** Metrics that one text names and the other does not. */
function metricsMissing(named: string, from: string): string[] {
  const known = new Set(from.match(METRIC));
  return [...new Set(named.match(METRIC))].filter(
    (metric) => !known.has(metric) && !NO_METRIC.has(metric),
  );
}

/** The variables that a schema of the environment declares: `NAME: z.string()`. */
function variablesOf(source: string): string[] {
  return [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]{2,}):/gm)].map(([, name = '']) => name);
}

/** The headings of pages that code names: `'Clock' in docs/operations.md`, `interfaces 'Clock'`. */
function headingsNamedIn(source: string): { page: string; heading: string }[] {
  const text = source.replace(/\n\s*(\*|\/\/) ?/g, ' ');
  const operations = [...text.matchAll(/'([A-Z][\w ]+)' (?:in|of) docs\/([\w-]+)\.md/g)].map(
    ([, heading = '', page = '']) => ({ page, heading }),
  );
  const interfaces = [...text.matchAll(/\binterfaces '([^'`$]+)'/gi)].map(([, heading = '']) => ({
    page: 'interfaces',
    heading,
  }));
  return [...operations, ...interfaces];
}

function complaintsAboutCode(repository: Repository): Complaint[] {
  const code = [...repository.files].filter(
    (path) => /\.tsx?$/.test(path) && !path.startsWith('scripts/check-docs'),
  );
  return code.flatMap((path) =>
    headingsNamedIn(repository.read(path)).flatMap(({ page, heading }) => {
      const file = `docs/${page}.md`;
      if (!repository.files.has(file)) return [`${path}: there is no ${file}`];
      const has = headingsOf(repository.read(file)).includes(heading);
      return has ? [] : [`${path}: ${file} has no heading '${heading}'`];
    }),
  );
}

/** The tables whose retention a page lists: names in backticks in the first cells of its tables. */
function tablesNamedIn(page: string): string[] {
  const cells = [...page.matchAll(/^\| (`[a-z_`, and]+`)(?: \|| \(| and )/gm)];
  return cells.flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name),
  );
}

/** The tables of code that have a column of a subscriber or a number: personal data. */
function personalTables(source: string): string[] {
  return source
    .split(/(?=\bpgTable\()/)
    .filter((table) => /\b(msisdn|subscriberId):/.test(table))
    .flatMap((table) => /^pgTable\(\s*'(\w+)'/.exec(table)?.[1] ?? []);
}

function complaintsAboutNames({ files, read }: Repository): Complaint[] {
  const texts = (pattern: RegExp): string =>
    [...files]
      .filter((path) => pattern.test(path) && !/\.test(-kit)?\.ts$/.test(path))
      .map(read)
      .join('\n');
  const variables = variablesOf(
    texts(/^(apps\/server|server\/\w+)\/src\/(.*\/)?(\w[\w.-]*\.)?config\.ts$/),
  );
  const documented = read('docs/configuration.md') + read('docs/fraud.md');
  const tables = texts(/\.tables\.ts$/);
  const retention = read('docs/compliance.md');
  const metrics = texts(/^(?:(?:apps\/)?server\/.*\.ts|deploy\/backup-figure)$/);
  const operating = ['alerts', 'billing', 'operations', 'recovery', 'scale']
    .map((page) => `docs/${page}.md`)
    .filter((path) => files.has(path));
  return [
    ...new Set(
      variables
        .filter((name) => !documented.includes(`\`${name}\``))
        .map((name) => `docs/configuration.md: the variable ${name} is missing`),
    ),
    ...tablesNamedIn(retention)
      .filter((name) => !new RegExp(`pgTable\\(\\s*'${name}'`).test(tables))
      .map((name) => `docs/compliance.md: there is no table ${name}`),
    ...personalTables(tables)
      .filter((name) => !retention.includes(`\`${name}\``))
      .map((name) => `docs/compliance.md: the table ${name} has personal data and is missing`),
    ...operating.flatMap((path) =>
      metricsMissing(read(path), metrics).map(
        (metric) => `${path}: no code has the metric ${metric}`,
      ),
    ),
  ];
}

/** Every complaint about the documentation of a repository. */
function complaintsOf(repository: Repository): Complaint[] {
  const pages = [...repository.files].filter((path) => path.endsWith('.md'));
  return [
    ...pages.flatMap((path) => complaintsAbout(path, repository)),
    ...complaintsAboutCode(repository),
    ...complaintsAboutNames(repository),
    ...complaintsAboutDecisions(repository),
  ];
}

const complaints = complaintsOf({
  files: new Set(sourceFiles()),
  read: (path) => readFileSync(path, 'utf8'),
});
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
if (!existsSync('docs')) throw new Error('start this program in the root of the repository');
