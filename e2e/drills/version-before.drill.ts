// Interfaces 'Start and stop': the version before, as it was released, serves on the database that
// this version has migrated, as it does while an upgrade is under way and after a step back. Then
// this version takes its place, under load.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readReleases } from '../../scripts/migrations-folder.ts';
import { buildRelease } from './build-release.ts';
import { createDrills } from './drill.ts';
import { type Fleet, startFleet } from './fleet.ts';

const SIGN_UPS = 8;
/**
 * Known of the version of before the first tag, and mended since: a play is judged by the time of
 * before its rights were read, so a few at the very end of a free day are refused.
 */
const KNOWN = { errors: 10, kinds: /^play without media 200 expired$/ };

let before: ReturnType<typeof buildRelease>;
let fleet: Fleet;
beforeAll(async () => {
  const newest = readReleases().at(-1);
  if (!newest) throw new Error('nothing is released yet');
  before = buildRelease(newest);
  const roles = ['jobs', 'api', 'api', 'pages', 'pages'] as const;
  const layout = { program: before.main };
  fleet = await startFleet(roles, { DRAIN_SECONDS: '3' }, undefined, layout);
  // It builds all pages and the studio, beside whatever else a machine does.
}, 900_000);
afterAll(async () => {
  await fleet?.close();
  before?.remove();
});
const drill = createDrills(() => fleet);

it('signs people up, plays, and renews on the tables of this version', () =>
  drill(
    `version before (${before.commit.slice(0, 12)}) on these migrations`,
    async ({ load }) => {
      while (load.counts.signUps < SIGN_UPS) await wait(200);
      expect(load.counts.plays).toBeGreaterThan(SIGN_UPS);
    },
    { ...KNOWN, alert: 'none', hasNoLease: true },
  ));

it('is replaced by this version, one process after the other', () =>
  drill(
    'version before replaced by this one',
    async () => {
      for (const member of fleet.members) {
        member.process.child.kill('SIGTERM');
        expect(await member.process.ended).toBe(0);
        await member.again();
      }
    },
    { ...KNOWN, alert: 'none' },
  ));
