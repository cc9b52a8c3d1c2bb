// Interfaces 'Operations': the embedded database is backed up every few minutes.
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMetrics } from '../platform/metrics.ts';
import { backupConfigOf } from './backup.config.ts';
import { backupName } from './backup-series.ts';
import { backUp, createBackupMeasure, startBackups } from './periodic-backup.ts';

const NOW = new Date('2026-11-24T12:00:00Z');
const quiet = { info: () => undefined, error: vi.fn() };
const never = new AbortController().signal;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bonisa-backups-'));
  quiet.error.mockClear();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const optionsOf = (write: (file: string) => Promise<void>) => ({
  config: { everyMs: 60_000, folder: join(folder, 'backups') },
  now: () => NOW,
  logger: quiet,
  write,
});
const written = async (file: string): Promise<void> => writeFileSync(file, 'a backup');

describe('the configuration of backups', () => {
  it('is every 15 minutes with a real carrier, never with a simulated one or with a server', () => {
    const given = { DATA_DIR: '/data' } as const;
    const CARRIER_URL = 'https://carrier.example/v1';
    expect(backupConfigOf({ ...given, CARRIER_URL })).toEqual({
      everyMs: 15 * 60_000,
      folder: '/data/backups',
    });
    expect(backupConfigOf({ ...given, CARRIERS: { carriers: [] } }).everyMs).toBe(900_000);
    expect(backupConfigOf(given).everyMs).toBe(0);
    expect(backupConfigOf({ ...given, BACKUP_MINUTES: 5 }).everyMs).toBe(300_000);
    const server = { ...given, CARRIER_URL, DATABASE_URL: 'postgres://db/x' } as const;
    expect(backupConfigOf({ ...server, BACKUP_MINUTES: 5 }).everyMs).toBe(0);
  });
});

describe('a backup', () => {
  it('is written under its time, and Prometheus learns it', async () => {
    const options = optionsOf(written);
    await backUp(options, never);
    expect(readdirSync(options.config.folder)).toEqual([backupName(NOW)]);
    expect(statSync(options.config.folder).mode & 0o777).toBe(0o700);
    const metrics = createMetrics();
    await createBackupMeasure(options.config, metrics)();
    const text = await metrics.registry.metrics();
    for (const what of ['made', 'verified']) {
      expect(text).toContain(`bonisa_backup_${what}_seconds ${NOW.getTime() / 1000}`);
      expect(text).toContain(`bonisa_backup_${what}_every_seconds 60`);
    }
  });

  it('that fails removes no earlier one', async () => {
    const options = optionsOf(written);
    await backUp(options, never);
    const old = backupName(new Date('2020-01-01T00:00:00Z'));
    writeFileSync(join(options.config.folder, old), '');
    const failing = optionsOf(() => Promise.reject(new Error('cannot be opened')));
    await expect(backUp(failing, never)).rejects.toThrow('cannot be opened');
    expect(readdirSync(options.config.folder)).toContain(old);
    const later = { ...options, now: () => new Date(NOW.getTime() + 60_000) };
    await backUp(later, never);
    expect(readdirSync(options.config.folder)).not.toContain(old);
  });

  it('that fails is logged, and a stop waits for the one under way without a complaint', async () => {
    const failing = startBackups(optionsOf(() => Promise.reject(new Error('no'))));
    await vi.waitFor(() => expect(quiet.error).toHaveBeenCalledTimes(1));
    await failing.stop();
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const hanging = startBackups({
      ...optionsOf(written),
      write: (_file, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          resolve();
        }),
    });
    await begun;
    await hanging.stop();
    expect(quiet.error).toHaveBeenCalledTimes(1);
  });

  it('is not made where nobody asked for it', async () => {
    const write = vi.fn(written);
    const options = optionsOf(write);
    await startBackups({ ...options, config: { ...options.config, everyMs: 0 } }).stop();
    expect(write).not.toHaveBeenCalled();
    const metrics = createMetrics();
    await createBackupMeasure({ ...options.config, everyMs: 0 }, metrics)();
    // Otherwise the alert of missing backups could never fire.
    expect(await metrics.registry.metrics()).not.toMatch(/^bonisa_backup_/m);
  });
});
