/**
 * `npm run import -- SOURCE …`: loads a catalogue from a file, a feed or a folder, through the
 * studio of a running product or into the database of a stopped one.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AttachmentTarget } from '@bonisa/backoffice/import/attachments';
import { setFieldOf } from '@bonisa/backoffice/import/csv-source';
import { databaseAttachments } from '@bonisa/backoffice/import/database-attachments';
import { databaseTarget } from '@bonisa/backoffice/import/database-target';
import { filmFiles } from '@bonisa/backoffice/import/fetch-film';
import { httpAttachments } from '@bonisa/backoffice/import/http-attachments';
import { httpTarget } from '@bonisa/backoffice/import/http-target';
import { fileProgress, openProgressFolder } from '@bonisa/backoffice/import/import-progress';
import { ImportError } from '@bonisa/backoffice/import/import-row';
import { readSource } from '@bonisa/backoffice/import/import-source';
import { leaveOutRefused } from '@bonisa/backoffice/import/leave-out';
import {
  type AttachmentsSummary,
  checkAttachments,
  lineOf,
  runReportedAttachments,
} from '@bonisa/backoffice/import/run-attachments';
import {
  type ImportSummary,
  importDigest,
  type ListingTarget,
  runImport,
} from '@bonisa/backoffice/import/run-import';
import { createStudioClient } from '@bonisa/backoffice/import/studio-client';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { ENTRY_KINDS } from '@bonisa/contract/studio/entry-kinds';
import { createImportReporter, type ImportSourceName } from '@bonisa/contract/studio/import-report';
import { withDefaults } from '@bonisa/contract/studio/import-run';
import { type Command, commandLineOf } from '@bonisa/kit/command-line';
import { ConfigError } from '@bonisa/kit/config-error';
import { DataDirLockedError, lockDataDir } from '@bonisa/kit/database/data-dir-lock';
import { type OpenDatabase, openPglite, openPostgres } from '@bonisa/kit/database/database';
import { serverOptionsOf } from '@bonisa/kit/database/database.config';
import { EmbeddedDatabaseError } from '@bonisa/kit/database/embedded-folder';
import { createFileStore } from '@bonisa/kit/files/files';
import { publicAddressesOf } from '@bonisa/kit/public-address';
import { type Config, readConfig } from '../config.ts';

const COMMAND = {
  name: 'import',
  about: `Loads a catalogue from a file, a feed or a folder of films: into the database of this machine
while the product is stopped, or with --to through the studio of a running product.`,
  usage: [
    'run import -- SOURCE [--dry-run] [--kind KIND] [--set FIELD=VALUE …] [--source NAME] [--to URL]',
  ],
  options: {
    'dry-run': { type: 'boolean' },
    kind: { type: 'string' },
    set: { type: 'string', multiple: true },
    source: { type: 'string' },
    to: { type: 'string' },
  },
  arguments: 1,
  required: ['SOURCE'],
  meanings: {
    SOURCE: 'catalogue.json, table.csv, feed.xml, a folder of films, or the address of a feed',
    '--dry-run': 'say what would change, and change nothing',
    '--kind': `what the lines of a table without a column 'kind' are: ${ENTRY_KINDS.join(', ')}`,
    '--set': 'a field of videos and shows that have none, such as genre=drama',
    '--source': "whose a feed is, in front of its items' keys: without it the host of its link",
    '--to': 'the studio of a running product',
  },
  variables: {
    'DATABASE_URL, DATA_DIR': 'the database, without --to',
    IMPORT_KEY: 'the API key, with --to',
  },
  exits: { 0: 'done', 1: 'not done, or not all of it: lines say why' },
} as const satisfies Command;

interface Asked {
  readonly source: string;
  readonly dryRun: boolean;
  readonly kind: EntryKind;
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Whose a feed is. */
  readonly feedSource: string | undefined;
  readonly to: string | undefined;
}

const given = commandLineOf(COMMAND);
if (given) await load(given);

async function load(line: NonNullable<typeof given>): Promise<void> {
  try {
    process.stdout.write(`${await run(askedOf(line))}\n`);
  } catch (error) {
    process.exitCode = 1;
    for (const line of problemLines(error)) console.error(`import: ${line}`);
  }
}

function askedOf({ values, positionals: [source = ''] }: NonNullable<typeof given>): Asked {
  const kind = (values.kind ?? 'video') as EntryKind;
  if (!ENTRY_KINDS.includes(kind))
    throw new ImportError(`--kind must be one of ${ENTRY_KINDS.join(', ')}`);
  const defaults = Object.fromEntries((values.set ?? []).map(setFieldOf));
  const { source: feedSource, to } = values;
  return { source, dryRun: values['dry-run'] ?? false, kind, defaults, feedSource, to };
}

async function run(asked: Asked): Promise<string> {
  const folder = process.env.INIT_CWD ?? process.cwd();
  const isAddress = /^[a-z]+:\/\//i.test(asked.source);
  const source = isAddress ? asked.source : resolve(folder, asked.source);
  const content = await readSource(source, asked.kind, asked.feedSource);
  const { encoding } = content;
  if (encoding === 'Windows-1252') process.stderr.write('read as Windows-1252, not UTF-8\n');
  tellLeftOut(content.refused);
  for (const line of content.unread) process.stderr.write(`import: not read: ${line}\n`);
  await checkAttachments(content.attachments);
  const given = withDefaults(content.rows, asked.defaults);
  const load: Load = async (target, files, where, notes) => {
    const show = (line: string): void => void process.stderr.write(`${line}\n`);
    const { rows, refused } = content.leavesOut
      ? await leaveOutRefused(given, target)
      : { rows: given, refused: [] };
    tellLeftOut(refused);
    const places = new Set(rows.map(({ place }) => place));
    const attachments = content.attachments.filter(({ place }) => places.has(place));
    const digest = importDigest(rows, where);
    const id = randomUUID();
    const about = nameOfSource(source, isAddress);
    const reporter = createImportReporter(about, (report) => target.report(id, report));
    if (!asked.dryRun) await openProgressFolder(notes);
    const summary = await runImport({
      rows,
      target,
      dryRun: asked.dryRun,
      reporter,
      progress: fileProgress(notes, digest),
      show: (done, all) => show(`${done} of ${all} batches`),
    });
    const named = attachments.map(lineOf);
    if (asked.dryRun) return { ...summary, files: undefined, named };
    const progress = fileProgress(notes, attachmentsDigest(attachments, digest));
    const all = [...content.refused, ...refused];
    const leftOut = all.map((line) => ({ place: 'the feed', field: '', problem: line }));
    const filmFile = filmFiles(notes, { addressesOf: publicAddressesOf });
    const { unread } = content;
    const sending = { attachments, target: files, progress, show, leftOut, unread, filmFile };
    return { ...summary, named, files: await runReportedAttachments(sending, reporter) };
  };
  const summary = asked.to ? await load(...running(asked.to), folder) : await onDatabase(load);
  return toldOf(summary, asked.dryRun);
}

function tellLeftOut(refused: readonly string[]): void {
  for (const line of refused) console.error(`import: left out: ${line}`);
  if (refused.length > 0) process.exitCode = 1;
}

/** A name for the list of imports: the host of an address may be shown, the rest not. */
function nameOfSource(source: string, isAddress: boolean): ImportSourceName {
  if (isAddress)
    return { source_kind: 'feed', source_name: URL.parse(source)?.hostname || 'a feed' };
  const source_kind = statSync(source).isDirectory() ? 'folder' : 'file';
  return { source_kind, source_name: basename(source) || 'a folder' };
}

interface Loaded extends ImportSummary {
  readonly files: AttachmentsSummary | undefined;
  /** One line for each file that belongs to the rows. */
  readonly named: readonly string[];
}

/** `notes`: the folder of what an interrupted import leaves for the next run. */
type Load = (
  target: ListingTarget,
  files: AttachmentTarget,
  where: string,
  notes: string,
) => Promise<Loaded>;

/** Names the files of an import, so that one that was interrupted is found again. */
function attachmentsDigest(attachments: readonly object[], rows: string): string {
  return createHash('sha256').update(rows).update(JSON.stringify(attachments)).digest('hex');
}

function running(to: string): [ListingTarget, AttachmentTarget, string] {
  const url = URL.parse(to);
  const isHere = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1';
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isHere))
    throw new ImportError('--to must be an https address: the API key goes there');
  const key = process.env.IMPORT_KEY;
  if (!key) throw new ImportError('IMPORT_KEY must have an API key with catalogue:write');
  const wait = async (seconds: number): Promise<void> => await pause(seconds * 1000);
  const ask = createStudioClient({ url: to, key, pause: wait });
  return [httpTarget(ask), httpAttachments(ask), url.origin];
}

async function onDatabase(load: Load): Promise<Loaded> {
  const config = readConfig(process.env);
  if (config.databaseUrl) {
    const open = await openPostgres(config.databaseUrl, {
      ...serverOptionsOf(config),
      connections: 4,
    });
    return await loadInto(open, config, load, placeOf(config.databaseUrl));
  }
  const database = join(config.dataDir, 'database');
  if (!existsSync(database))
    throw new ImportError(`DATA_DIR: there is no database in ${config.dataDir}; start the product`);
  const lock = lockDataDir(config.dataDir, 200);
  try {
    const open = await openPglite(database);
    return await loadInto(open, config, load, config.dataDir);
  } finally {
    lock.release();
  }
}

/** Names a database without who signs in to it: progress in one says nothing of another. */
function placeOf(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  return url ? `${url.host}${url.pathname}${url.searchParams.get('host') ?? ''}` : 'database';
}

async function loadInto(
  open: OpenDatabase,
  config: Config,
  load: Load,
  where: string,
): Promise<Loaded> {
  try {
    const files = createFileStore(config);
    await files.check();
    const target = await databaseTarget(open, config, files);
    const { service, editing, clock } = target;
    const { dataDir } = config;
    const parts = { db: open.db, service, editing, files, dataDir, clock };
    const attached = databaseAttachments(parts);
    return await load(target, attached, where, join(dataDir, 'imports'));
  } finally {
    await open.close();
  }
}

function toldOf(summary: Loaded, isDryRun: boolean): string {
  const { created, changed, unchanged, deleted, changes, named: files } = summary;
  const lines = isDryRun
    ? changes.map(({ kind, key, result, fields, hangs }) => {
        const with_ = Object.entries(hangs).filter(([, count]) => count > 0);
        const more = [...fields, ...with_.map(([what, count]) => `${what}: ${count}`)].join(', ');
        return `${result} ${kind} ${key}${more ? ` (${more})` : ''}`;
      })
    : [];
  lines.push(
    `${isDryRun ? 'would be ' : ''}created ${created}, changed ${changed}, deleted ${deleted}, unchanged ${unchanged}`,
  );
  if (isDryRun) lines.push(...files.map((file) => `would give ${file}`));
  if (summary.files && files.length > 0)
    lines.push(`files: given ${summary.files.given}, unchanged ${summary.files.unchanged}`);
  if (summary.files && summary.files.waiting > 0)
    lines.push(
      `films: ${summary.files.waiting} not packaged yet; what becomes of them is under Films in the studio`,
    );
  return lines.join('\n');
}

function problemLines(error: unknown): readonly string[] {
  if (error instanceof ImportError) return error.lines;
  if (error instanceof ConfigError) return error.problems;
  if (error instanceof DataDirLockedError)
    return [`${error.message}; use --to with the address of its studio`];
  if (error instanceof EmbeddedDatabaseError) return [error.message];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}
