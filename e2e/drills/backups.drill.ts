// Interfaces 'Operations': the alerts of backups fire where the programs of deploy/ fail beside a
// service, and end when they work again.
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, it } from 'vitest';
import { freePort } from '../../scripts/free-ports.ts';
import { type Alerts, startAlerts } from './alerts.ts';
import { type Backups, startBackups } from './backups.ts';
import { type Cause, drillCause, type End, until } from './causes.ts';
import { type Fleet, startFleet } from './fleet.ts';

const DAY_SECONDS = 86_400;
/** More than a journal may be behind (64 MB). */
const MEGABYTES = 128;

let fleet: Fleet;
let backups: Backups;
let alerts: Alerts;
let exporter: Awaited<ReturnType<typeof exportFigures>>;
beforeAll(async () => {
  fleet = await startFleet(['pages', 'jobs']);
  backups = await startBackups(fleet.cluster);
  fleet.onClose(backups.stop);
  exporter = await exportFigures(figuresFile());
  fleet.onClose(exporter.stop);
  const ports = fleet.members.map(({ ops }) => ops);
  alerts = await startAlerts(ports, [exporter.port]);
  fleet.onClose(alerts.stop);
  await until('nobody has made a backup', () => isCalled('BonisaBackupMissing'));
  await backups.copy();
  await backups.verify();
  await until('a backup is seen', async () => !(await isCalled('BonisaBackupMissing')));
});
afterAll(() => fleet?.close());

const isCalled = async (alert: string): Promise<boolean> =>
  (await alerts.firing('shortest')).includes(alert);
const figuresFile = (): string => join(backups.folder, 'bonisa-backup.prom');

/** Answers with a file as the textfile collector of node_exporter does. */
async function exportFigures(file: string) {
  const port = await freePort();
  let server: Server | undefined;
  const start = async (): Promise<void> => {
    server = createServer((_, response) => {
      readFile(file, 'utf8').then(
        (text) => response.setHeader('content-type', 'text/plain; version=0.0.4').end(text),
        // Nobody has made a backup yet.
        () => response.end(),
      );
    });
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
  };
  const stop = async (): Promise<void> => {
    server?.closeAllConnections();
    server?.close();
  };
  await start();
  return { port, start, stop };
}

/** So many days pass without another backup, or without another trial. */
async function daysPass(what: 'made' | 'verified', days: number): Promise<void> {
  const text = await readFile(figuresFile(), 'utf8');
  const at = new RegExp(`^(bonisa_backup_${what}_seconds) (\\d+)$`, 'm');
  await writeFile(
    figuresFile(),
    text.replace(at, (_, name, seconds) => `${name} ${Number(seconds) - days * DAY_SECONDS}`),
  );
}

/** The database writes more than a machine of backups that stands still can take. */
async function writeMuch(): Promise<void> {
  const client = new pg.Client({ connectionString: fleet.server });
  await client.connect();
  await client.query(
    `select pg_logical_emit_message(false, 'drill', repeat('x', 1048576))
      from generate_series(1, $1)`,
    [MEGABYTES],
  );
  await client.end();
}

const CAUSES: readonly Cause<{ alerts: Alerts }>[] = [
  {
    alert: 'BonisaBackupMissing',
    by: 'shortest',
    begin: async (): Promise<End> => {
      await exporter.stop();
      return exporter.start;
    },
  },
  {
    alert: 'BonisaBackupOld',
    begin: async (): Promise<End> => {
      await daysPass('made', 3);
      return backups.copy;
    },
  },
  {
    alert: 'BonisaBackupNotVerified',
    by: 'shortest',
    begin: async (): Promise<End> => {
      await daysPass('verified', 15);
      return backups.verify;
    },
  },
  {
    alert: 'BonisaWalNotKept',
    begin: async (): Promise<End> => {
      await backups.lose();
      return backups.receiveAgain;
    },
  },
  {
    alert: 'BonisaWalBehind',
    begin: async (): Promise<End> => {
      const goOn = backups.standStill();
      await writeMuch();
      return async () => goOn();
    },
  },
];

it.each(CAUSES)('$alert fires', (cause) => drillCause({ alerts }, cause));
