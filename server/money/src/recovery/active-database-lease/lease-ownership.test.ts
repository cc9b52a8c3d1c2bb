import { describe, expect, it } from 'vitest';
import {
  CONFIRM_MS,
  FRESH_MS,
  judgeOwner,
  type Owner,
  readOwner,
  SILENCE_MS,
} from './lease-ownership.ts';

const NOW = new Date('2026-11-24T08:00:00.000Z');
const LINEAGE = '0197a000-0000-7000-8000-000000000001';
const OURS = '0197a000-0000-7000-8000-000000000002';
const THEIRS = '0197a000-0000-7000-8000-000000000003';
const NEXT = '0197a000-0000-7000-8000-000000000004';
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);

const lease = (change: Partial<Parameters<typeof judgeOwner>[0]> = {}) => ({
  state: 'waiting' as const,
  problem: null,
  lineage: LINEAGE,
  token: OURS,
  nextToken: null,
  renewedAt: ago(60_000),
  seenToken: null,
  seenAt: null,
  ...change,
});
const owner = (change: Partial<Owner> = {}): Owner => ({
  lineage: LINEAGE,
  token: THEIRS,
  renewedAt: ago(10_000).toISOString(),
  place: null,
  ...change,
});
const judged = (own: Parameters<typeof lease>[0], found: Owner | undefined, place = null) =>
  judgeOwner(lease(own), found, { now: NOW, place });
const silent = (token: string) => ({ seenToken: token, seenAt: ago(SILENCE_MS) });

describe('who may charge', () => {
  it('is the first database that looks, and who holds it under its own token', () => {
    expect(judged({}, undefined)).toBe('take');
    expect(judged({ state: 'held' }, owner({ token: OURS }))).toBe('renew');
  });

  it('is still who crashed between its own row and the file', () => {
    expect(judged({ state: 'held', nextToken: NEXT }, owner({ token: NEXT }))).toBe('renew');
  });

  it('is no longer who finds another token', () => {
    expect(judged({ state: 'held' }, owner())).toBe('another_copy');
  });

  it('is never a copy of the very last state while the owner renews', () => {
    expect(judged({}, owner({ token: OURS }))).toBe('watch');
    expect(judged({ seenToken: OURS, seenAt: ago(5000) }, owner())).toBe('another_copy');
    expect(judged({ state: 'refused', seenToken: THEIRS, seenAt: ago(5000) }, owner())).toBe(
      'another_copy',
    );
  });

  it('is a restarted server once nobody has renewed for long enough, and not before', () => {
    expect(judged(silent(OURS), owner({ token: OURS }))).toBe('take');
    expect(judged({ seenToken: OURS, seenAt: ago(SILENCE_MS - 1) }, owner({ token: OURS }))).toBe(
      'watch',
    );
  });

  it('is a new database or a promoted replica that lacks little, no backup that lacks more', () => {
    const at = (ms: number) => ({ renewedAt: ago(60_000 + ms), ...silent(THEIRS) });
    const found = owner({ renewedAt: ago(60_000).toISOString() });
    expect(judged(at(FRESH_MS), found)).toBe('take');
    expect(judged(at(FRESH_MS + 1), found)).toBe('older_copy');
    expect(judged({ ...silent(THEIRS), renewedAt: null }, found)).toBe('older_copy');
    expect(judged({ ...silent(THEIRS), renewedAt: null, token: null }, found)).toBe('take');
    const other = owner({ lineage: NEXT, renewedAt: ago(60_000).toISOString() });
    expect(judged(at(0), other)).toBe('older_copy');
  });

  it('is a database at once after a restart in its own place, and not a copy elsewhere', () => {
    const found = owner({ token: OURS, place: 'here /var/bonisa 7' });
    const look = (place: string) => judgeOwner(lease(), found, { now: NOW, place });
    expect(look('here /var/bonisa 7')).toBe('renew');
    expect(look('here /var/copy 8')).toBe('watch');
  });

  it('is who wrote without a condition once that is still there after two renewals', () => {
    const at = (ms: number) => ({
      problem: 'unconfirmed' as const,
      nextToken: NEXT,
      seenToken: NEXT,
      seenAt: ago(ms),
    });
    expect(judged(at(CONFIRM_MS - 1), owner({ token: NEXT }))).toBe('watch');
    expect(judged(at(CONFIRM_MS), owner({ token: NEXT }))).toBe('confirm');
    expect(judged(at(CONFIRM_MS), owner())).toBe('another_copy');
    expect(judged({ ...at(CONFIRM_MS), problem: null }, owner({ token: NEXT }))).toBe('watch');
  });

  it('reads no owner from a file that is not ours', () => {
    expect(readOwner(Buffer.from('{'))).toBeUndefined();
    expect(readOwner(Buffer.from('{"token":"1"}'))).toBeUndefined();
    expect(readOwner(Buffer.from(JSON.stringify(owner())))).toEqual(owner());
  });
});
