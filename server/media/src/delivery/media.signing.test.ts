import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMediaSigning, grantUntil } from './media.signing.ts';

const signing = createMediaSigning(randomBytes(32));
const now = new Date('2026-11-20T14:00:00Z');
const HOUR = 3_600_000;
const after = (hours: number): Date => new Date(now.getTime() + hours * HOUR);
const assetId = '01990a00-0000-7000-8000-000000000001';
const grant = {
  assetId,
  viewer: '01990a00-0000-7000-8000-00000000000f',
  session: 'hash-of-a-session',
  until: after(4),
  cap: 360,
};

/** Every text that differs from another in one character. */
function tampered(text: string): string[] {
  return [...text]
    .map((sign, i) => text.slice(0, i) + (sign === 'A' ? 'B' : 'A') + text.slice(i + 1))
    .filter((other) => other !== text);
}

// Playlists and segments are refused without entitlement: signed, short-lived, stateless.
describe('a playlist token', () => {
  it('contains its grant until it expires', () => {
    const token = signing.playlistToken(grant);
    expect(signing.readPlaylistToken(token, now)).toEqual({ ok: true, value: grant });
    expect(signing.readPlaylistToken(token, new Date(after(4).getTime() - 1000)).ok).toBe(true);
    expect(signing.readPlaylistToken(token, after(4))).toEqual({
      ok: false,
      refusal: 'signature_expired',
    });
  });

  it('fits into one segment of a path', () => {
    expect(signing.playlistToken(grant).length).toBeLessThanOrEqual(250);
    expect(signing.playlistToken(grant)).toMatch(/^[A-Za-z0-9_.-]+$/);
  });

  it('is refused after a change of any character', () => {
    for (const token of tampered(signing.playlistToken(grant))) {
      expect(signing.readPlaylistToken(token, now)).toEqual({
        ok: false,
        refusal: 'signature_invalid',
      });
    }
  });

  it('is refused under another key, and so is any other text', () => {
    const other = createMediaSigning(randomBytes(32));
    expect(other.readPlaylistToken(signing.playlistToken(grant), now)).toEqual({
      ok: false,
      refusal: 'signature_invalid',
    });
    fc.assert(
      fc.property(
        fc.string({ maxLength: 700 }),
        (token) => !signing.readPlaylistToken(token, now).ok,
      ),
    );
    fc.assert(
      fc.property(
        fc.base64String(),
        fc.stringMatching(/^[A-Za-z0-9_-]{49}$/),
        (a, b) => !signing.readPlaylistToken(`${a}.${b}`, now).ok,
      ),
    );
  });

  it('is no segment key, and a segment key is no playlist token', () => {
    const key = signing.segmentKey(assetId, now);
    expect(signing.readPlaylistToken(key.replace('-', '.'), now).ok).toBe(false);
    expect(signing.checkSegmentKey(signing.playlistToken(grant), assetId, now).ok).toBe(false);
  });
});

describe('a segment key', () => {
  it('is the same for all viewers within six hours', () => {
    const start = new Date('2026-11-20T12:00:00Z');
    expect(signing.segmentKey(assetId, start)).toBe(
      signing.segmentKey(assetId, new Date(start.getTime() + 6 * HOUR - 1)),
    );
    expect(signing.segmentKey(assetId, start)).not.toBe(
      signing.segmentKey(assetId, new Date(start.getTime() + 6 * HOUR)),
    );
  });

  it('is valid in its six hours and in the next six, at any hour', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 * 365 * 24 * HOUR }),
        fc.integer({ min: 0, max: 6 * HOUR }),
        (epoch, later) => {
          const made = new Date(epoch);
          const key = signing.segmentKey(assetId, made);
          const checked = signing.checkSegmentKey(key, assetId, new Date(epoch + later));
          expect(checked.ok).toBe(true);
          if (!checked.ok) return;
          expect(checked.value.until.getTime()).toBeGreaterThan(epoch + later);
          expect(
            signing.checkSegmentKey(key, assetId, new Date(checked.value.until.getTime() - 1)).ok,
          ).toBe(true);
          expect(signing.checkSegmentKey(key, assetId, checked.value.until)).toEqual({
            ok: false,
            refusal: 'signature_expired',
          });
        },
      ),
    );
  });

  it('is refused for another asset, for other hours and before its time', () => {
    const key = signing.segmentKey(assetId, now);
    expect(signing.checkSegmentKey(key, '01990a00-0000-7000-8000-000000000002', now)).toEqual({
      ok: false,
      refusal: 'signature_invalid',
    });
    for (const other of tampered(key))
      expect(signing.checkSegmentKey(other, assetId, now).ok).toBe(false);
    expect(signing.checkSegmentKey(signing.segmentKey(assetId, after(12)), assetId, now)).toEqual({
      ok: false,
      refusal: 'signature_invalid',
    });
    fc.assert(fc.property(fc.string(), (text) => !signing.checkSegmentKey(text, assetId, now).ok));
  });
});

describe('the validity of a grant', () => {
  it('is four hours, limited by the entitlement', () => {
    expect(grantUntil(now, after(24))).toEqual(after(4));
    expect(grantUntil(now, after(1))).toEqual(after(1));
  });
});

it('refuses a signing key that is too short', () => {
  expect(() => createMediaSigning(randomBytes(16))).toThrow(RangeError);
});

describe('the address of a folder', () => {
  it('has the same signature at both places', () => {
    const key = randomBytes(32);
    const two = createMediaSigning(key, { main: 'https://one.test', backup: 'https://two.test' });
    const [main, backup] = two.pathways.map((pathway) => two.folderAddress(assetId, now, pathway));
    expect(main).toBe(`https://one.test${createMediaSigning(key).folderAddress(assetId, now)}`);
    expect(backup).toBe(main?.replace('one', 'two'));
    expect(signing.pathways).toEqual(['main']);
  });
});
