import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createSharedTexts, SHARED_MARK } from './shared-text.ts';

describe('JSON with a part that others share', () => {
  const shared = randomBytes(40_000).toString('base64');
  const texts = createSharedTexts();
  const unzipped = (json: string, part = shared) =>
    JSON.parse(gunzipSync(texts(json, part) ?? Buffer.from('')).toString());

  it('is a gzip stream of the whole, whatever stands around the part', () => {
    for (const of of [
      (bytes: string) => ({ viewer: `Zanele ${'é'.repeat(300)}`, bytes, is_whole: true }),
      (bytes: string) => ({ bytes }),
      (bytes: string) => ({ title: '"\\u0000" \\"\\u0000\\" \u0001', bytes }),
      (bytes: string) => ({ bytes, rest: 'z'.repeat(65_000) }),
      (bytes: string) => ({ bytes, rest: 'z'.repeat(66_000) }),
    ])
      expect(unzipped(JSON.stringify(of(SHARED_MARK)))).toEqual(of(shared));
  });

  it('may share any text', () => {
    const part = 'a "quoted" line\nand é';
    expect(unzipped(JSON.stringify({ part: SHARED_MARK }), part)).toEqual({ part });
  });

  it('has about as many bytes as the text compressed alone', () => {
    const json = JSON.stringify({ bytes: SHARED_MARK });
    expect(texts(json, shared)?.length).toBeLessThan(40_000 * 1.03);
  });

  it('is not made without a mark', () => {
    expect(texts('{"bytes":""}', shared)).toBeUndefined();
  });
});
