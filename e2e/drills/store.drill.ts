// Interfaces 'Operations': the file store answers 503, is slow, or is full, under load, while
// films are uploaded and packaged. Nothing is lost, and nothing but media waits.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { idOf, tusAt } from '@bonisa/media/uploads/uploads.test-kit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { recordClip } from './clip.ts';
import { createDrills, REFUSED } from './drill.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { type ObjectStore, type StoreFault, startObjectStore } from './object-store.ts';
import { subscribePerson } from './person.ts';
import { startViewers, type Viewers } from './viewers.ts';

const FAULT_MS = 20_000;
const PACKAGED_WITHIN_MS = 300_000;

let folder: string;
let clip: Buffer;
let store: ObjectStore;
let fleet: Fleet;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-drill-clip-'));
  await recordClip(join(folder, 'clip.mp4'));
  clip = await readFile(join(folder, 'clip.mp4'));
  store = await startObjectStore();
  fleet = await startFleet(
    ['pages', 'api', 'jobs', 'pages', 'api', 'jobs'],
    { DRAIN_SECONDS: '3', ENCODER_AV1: 'off' },
    { segments: 260, segmentBytes: 20_000 },
    { store },
  );
});
afterAll(async () => {
  await fleet?.close();
  await rm(folder, { recursive: true, force: true });
});
const drill = createDrills(() => fleet);
let drills = 0;

/** The operators' address of the first process with jobs. */
const opsPort = (): number => fleet.of('jobs')[0]?.ops ?? 0;

/** A film that is whole in the store before the fault: it is packaged meanwhile. */
async function uploadWhole(): Promise<string> {
  const tus = tusAt(opsPort());
  const id = idOf(await tus.create(clip.length));
  const sent = await tus.send(id, 0, clip);
  expect(sent.status).toBe(204);
  return await jobOf(id);
}

async function jobOf(upload: string): Promise<string> {
  const view = (await tusAt(opsPort()).view(upload)) as { job_id: string | null };
  if (!view.job_id) throw new Error('an upload has no job');
  return view.job_id;
}

async function stateOf(job: string): Promise<{ state: string; attempts?: number }> {
  return await (await fetch(`http://127.0.0.1:${opsPort()}/ops/jobs/${job}`)).json();
}

async function untilPackaged(job: string): Promise<void> {
  await vi.waitFor(async () => expect((await stateOf(job)).state).toBe('done'), {
    timeout: PACKAGED_WITHIN_MS,
    interval: 250,
  });
}

interface Met {
  /** What a PATCH of an upload is answered meanwhile. */
  readonly upload: readonly [status: number, code: string] | undefined;
  /** What viewers of segments are answered that nobody has read. */
  readonly cold: RegExp;
  readonly alert: string;
  readonly line: RegExp;
}

async function met(name: string, fault: StoreFault, expected: Met): Promise<void> {
  drills++;
  const { upload, alert, line } = expected;
  let viewers: Viewers | undefined;
  await drill(
    name,
    async () => {
      const person = await subscribePerson(fleet, `2783${String(drills).padStart(7, '0')}`);
      const foldersBefore = await foldersOfMedia();
      viewers = await startViewers(fleet, await person.files(), 10 + (drills - 1) * 60);
      const packaged = await uploadWhole();
      const tus = tusAt(opsPort());
      const half = idOf(await tus.create(clip.length));
      store.setFault(fault);
      const began = performance.now();
      const sent = await tus.send(half, 0, clip);
      if (upload) expect([sent.status, (await sent.json()).code]).toEqual(upload);
      else expect(sent.status).toBe(204);
      await wait(FAULT_MS - (performance.now() - began));
      await viewers.stop();
      store.setFault(undefined);
      const ended = performance.now();
      // The client of an upload asks where it was, and goes on.
      if (upload) {
        const offset = Number(await tus.offsetOf(half));
        const rest = await tus.send(half, offset, clip.subarray(offset));
        expect(rest.status).toBe(204);
      }
      for (const job of [packaged, await jobOf(half)]) await untilPackaged(job);
      process.stdout.write(
        `  segments in memory ${said(viewers.warm)}; others ${said(viewers.cold)}, at most ${Math.round(viewers.longest())} ms; both films packaged ${Math.round((performance.now() - ended) / 1000)} s after the end\n`,
      );
      expect([...viewers.warm.keys()]).toEqual(['200']);
      for (const answer of viewers.cold.keys()) expect(answer).toMatch(expected.cold);
      // Two films, each once: nothing of an earlier attempt is left.
      expect((await foldersOfMedia()).size - foldersBefore.size).toBe(2);
    },
    { errors: 0, alert, line },
  );
}

const said = (answers: ReadonlyMap<string, number>): string =>
  [...answers].map(([what, count]) => `${what} x${count}`).join(', ');

/** The folders of packaged media in the store. */
async function foldersOfMedia(): Promise<Set<string>> {
  const folders = new Set<string>();
  for await (const { key } of store.files.list('media')) folders.add(key.split('/')[1] ?? '');
  return folders;
}

const AWAY = /the file store does not answer: media and new pictures are away/;

it('the file store answers 503 to everything for 20 seconds', () =>
  met('file store away for 20 s', 'away', {
    upload: [503, 'store_away'],
    cold: /^(?:200|503 unavailable)$/,
    alert: 'BonisaFileStoreAway',
    line: AWAY,
  }));

it('each answer of the file store takes 10 seconds', () =>
  met('file store slow for 20 s', 'slow', {
    upload: undefined,
    cold: /^(?:200|503 unavailable)$/,
    alert: 'BonisaFileStoreAway',
    line: AWAY,
  }));

it('the file store is full, and what is in it can be read', () =>
  met('file store full for 20 s', 'full', {
    upload: [507, 'store_full'],
    cold: /^200$/,
    alert: 'BonisaFileStoreFull',
    line: /the file store is full: uploads, media and recordings wait/,
  }));

it('the credentials of the service may write no more, and what is in the store can be read', () =>
  met('file store refuses writes for 20 s', 'refused', {
    upload: [503, 'store_refused'],
    cold: /^200$/,
    // Somebody is called after ten minutes: `causes-store` has BonisaNotWritten.
    alert: 'none',
    line: /the file store refuses the service: uploads, media and recordings wait/,
  }));

/**
 * What the operators' call says of the active database lease, and of jobs that wait for the file
 * store.
 */
async function holdView() {
  const answer = await fetch(`http://127.0.0.1:${opsPort()}/ops/hold`);
  return (await answer.json()) as { held: boolean; problem: string | null };
}

it('the file store answers 503 while PostgreSQL is restarted: money waits, then goes on', () =>
  drill(
    'file store away and PostgreSQL restarted',
    async () => {
      store.setFault('away');
      try {
        await fleet.cluster.stop('fast');
        await fleet.cluster.start();
        // Who stopped is not known: nobody is charged.
        await vi.waitFor(
          async () =>
            expect(await holdView()).toMatchObject({
              held: true,
              problem: 'end_records',
              fence: { problem: 'store_away' },
            }),
          { timeout: 60_000, interval: 250 },
        );
        await wait(FAULT_MS);
        expect(await holdView()).toMatchObject({ held: true, fence: { state: 'waiting' } });
      } finally {
        store.setFault(undefined);
      }
      const ended = performance.now();
      await vi.waitFor(
        async () =>
          expect(await holdView()).toMatchObject({
            held: false,
            problem: null,
            fence: { state: 'held', problem: null },
          }),
        { timeout: 150_000, interval: 250 },
      );
      process.stdout.write(
        `  money moves ${Math.round((performance.now() - ended) / 1000)} s after the end\n`,
      );
    },
    { kinds: REFUSED, lastWithin: 15, alert: 'BonisaFileStoreAway', line: AWAY },
  ));
