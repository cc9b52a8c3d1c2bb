// Interfaces 'Operations': full disks under load, of the database and of one process.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { idOf, tusAt } from '@bonisa/media/uploads/uploads.test-kit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { recordClip } from './clip.ts';
import { startCluster } from './cluster.ts';
import { type Disk, mountDisk } from './disk.ts';
import { createDrills, REFUSED } from './drill.ts';
import { type Fleet, startFleet } from './fleet.ts';

const FULL_MS = 20_000;
const ROLES = ['pages', 'api', 'jobs', 'pages', 'api', 'jobs'] as const;
/** The first process with jobs. */
const JOBS = ROLES.indexOf('jobs');

let folder: string;
let ofDatabase: Disk;
let ofProcess: Disk;
let fleet: Fleet;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-drill-clip-'));
  await recordClip(join(folder, 'clip.mp4'));
  ofDatabase = await mountDisk();
  ofProcess = await mountDisk();
  const settings = ['max_wal_size=64MB', 'min_wal_size=32MB'];
  const cluster = await startCluster(settings, ofDatabase.folder);
  const dataDirs = { [JOBS]: join(ofProcess.folder, 'data') };
  fleet = await startFleet(ROLES, { DRAIN_SECONDS: '3' }, undefined, { cluster, dataDirs });
});
afterAll(async () => {
  await fleet?.close();
  await ofDatabase?.stop();
  await ofProcess?.stop();
  await rm(folder, { recursive: true, force: true });
});
const drill = createDrills(() => fleet);

it('the disk of one process is full', () =>
  drill(
    'DATA_DIR of a jobs process full',
    async ({ untilFired }) => {
      const port = fleet.members[JOBS]?.ops ?? 0;
      const clip = await readFile(join(folder, 'clip.mp4'));
      const tus = tusAt(port);
      await ofProcess.fill();
      const began = performance.now();
      // Through the process that has no space. The file is in the store: the job is anybody's.
      const id = idOf(await tus.create(clip.length));
      expect((await tus.send(id, 0, clip)).status).toBe(204);
      const { job_id } = (await tus.view(id)) as { job_id: string };
      const job = async () =>
        (await (await fetch(`http://127.0.0.1:${port}/ops/jobs/${job_id}`)).json()) as unknown;
      await vi.waitFor(async () => expect(await job()).toMatchObject({ state: 'done' }), {
        timeout: 300_000,
        interval: 250,
      });
      const seconds = Math.round((performance.now() - began) / 1000);
      process.stdout.write(`  a film was packaged by another process after ${seconds} s\n`);
      await untilFired('BonisaDiskSpace');
      await ofProcess.free();
    },
    { errors: 0, alert: 'BonisaDiskSpace', line: /the disk of DATA_DIR is full/ },
  ));

it('the disk of the database is full', () =>
  drill(
    'disk of PostgreSQL full for 20 s',
    async ({ logs }) => {
      await ofDatabase.fill();
      // What is written goes into pages that exist until the first table must grow.
      await vi.waitFor(
        () => expect(logs.matching(/the disk of the database is full/)).not.toEqual([]),
        { timeout: 60_000, interval: 100 },
      );
      await wait(FULL_MS);
      const page = await fetch(`${fleet.url}/video/isibane`);
      expect(page.status).toBe(200);
      const itself = await fleet.cluster.isRunning();
      await ofDatabase.free();
      // A server without space for its journal has ended itself: it is started by a person.
      if (!itself) await fleet.cluster.start();
      process.stdout.write(`  the server ${itself ? 'went on by itself' : 'had to be started'}\n`);
    },
    {
      kinds: REFUSED,
      lastAfterEnd: 15,
      alert: 'BonisaDatabaseReadOnly',
      line: /the disk of the database is full/,
    },
  ));
