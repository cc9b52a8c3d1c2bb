// A16: the script is constant, small and readable.
import { createHash } from 'node:crypto';
import {
  ACCEPT_SELECTOR,
  GUARD_GLOBAL,
  SEALED_EVENT,
  TOKEN_ATTRIBUTE,
} from '@bonisa/contract/guard-page';
import { describe, expect, it } from 'vitest';
import { GUARD_SCRIPT, GUARD_SCRIPT_HASH } from './guard.script.ts';

describe("the guard's script", () => {
  it('is at most 6 kB of plain ASCII', () => {
    expect(Buffer.byteLength(GUARD_SCRIPT)).toBeLessThan(6_000);
    expect(GUARD_SCRIPT).toMatch(/^[\n -~]+$/);
  });

  it('uses the attribute and event names that the page relies on', () => {
    for (const word of [ACCEPT_SELECTOR, GUARD_GLOBAL, SEALED_EVENT, TOKEN_ATTRIBUTE])
      expect(GUARD_SCRIPT).toContain(word);
  });

  it('makes no network calls and evaluates no text', () => {
    expect(GUARD_SCRIPT).not.toMatch(
      /\beval\b|Function\(|fetch\(|XMLHttpRequest|sendBeacon|WebSocket|localStorage|cookie/,
    );
  });

  it('is named by its hash in the content security policy', () => {
    expect(GUARD_SCRIPT_HASH).toBe(
      `sha256-${createHash('sha256').update(GUARD_SCRIPT, 'utf8').digest('base64')}`,
    );
  });
});
