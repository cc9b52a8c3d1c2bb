import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createSharedTexts } from './shared-text.ts';

describe('a text with a part that others share', () => {
  const shared = randomBytes(40_000).toString('base64');
  const texts = createSharedTexts();

  it('is a gzip stream of the whole text, whatever stands around the part', () => {
    for (const text of [
      `{"viewer":"Zanele ${'é'.repeat(300)}","bytes":"${shared}","is_whole":true}`,
      `{"bytes":"${shared}"}`,
      shared,
      `${shared}${'z'.repeat(65_535)}`,
    ])
      expect(gunzipSync(texts(text, shared) ?? Buffer.from('')).toString()).toBe(text);
  });

  it('has about as many bytes as the text compressed alone', () => {
    expect(texts(`{"bytes":"${shared}"}`, shared)?.length).toBeLessThan(40_000 * 1.03);
  });

  it('is not made where the part is missing, or too much follows it', () => {
    expect(texts('{"bytes":""}', shared)).toBeUndefined();
    expect(texts(`${shared}${'z'.repeat(65_536)}`, shared)).toBeUndefined();
  });
});
