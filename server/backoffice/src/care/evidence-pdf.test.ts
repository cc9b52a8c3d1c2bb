import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import { iconsOf } from '@bonisa/artwork/brand-mark';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import type { EvidenceContent } from './evidence-content.ts';
import { evidencePdf } from './evidence-pdf.ts';

const LONG = 'Terms of the service '.repeat(900);
const CONTENT: EvidenceContent = {
  service: 'Bonisa',
  company: 'Bonisa (Pty) Ltd, 1 Long Street, Cape Town',
  title: 'Bonisa: evidence of one number',
  number: '082 123 4567',
  made: '1 November 2026',
  madeBy: 'Naledi',
  summary: [],
  optIns: [{ heading: 'Daily', text: LONG, facts: [] }],
  timeline: [],
};

/** What is drawn on each page: the compressed streams that choose a font. */
function contentsOf(file: Buffer): string[] {
  const streams = file.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g);
  return [...streams].flatMap(([, stream = '']) => {
    const bytes = Buffer.from(stream, 'latin1');
    const text = bytes[0] === 0x78 ? inflateSync(bytes).toString('latin1') : '';
    return / Tf\n/.test(text) ? [text] : [];
  });
}

const mark = async () => (await iconsOf().get('icon-192.png')?.make()) ?? Buffer.alloc(0);

describe('a text of the evidence that goes on over pages', () => {
  it('keeps its size and colour after the footer of each page', async () => {
    const file = await buffer(evidencePdf(CONTENT, await mark()));
    const pdf = await getDocumentProxy(new Uint8Array(file));
    expect(pdf.numPages).toBeGreaterThan(2);
    const sizes = new Set<number>();
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const { items } = await (await pdf.getPage(number)).getTextContent();
      for (const item of items)
        if ('str' in item && /Terms of/.test(item.str)) sizes.add(item.height);
    }
    expect([...sizes]).toEqual([9.5]);
    // The second page has nothing but its footer and this text.
    const colours = contentsOf(file)[1]?.match(/[\d.]+ [\d.]+ [\d.]+ scn/g);
    const [red, green, blue] = colours?.at(-1)?.split(' ').map(Number) ?? [];
    expect([red, green, blue].map((part = 0) => Math.round(part * 255))).toEqual([
      0x1a, 0x1a, 0x1f,
    ]);
  });
});

it("The evidence has the brand's mark, company and address on its first page", async () => {
  const file = await buffer(evidencePdf(CONTENT, await mark()));
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const [first] = (await extractText(pdf)).text;
  expect(first).toContain('Bonisa (Pty) Ltd, 1 Long Street, Cape Town');
  expect(await extractImages(pdf, 1)).toMatchObject([{ width: 192, height: 192 }]);
});
