// Writes app/design/fonts/bricolage-grotesque-800.woff2: the display face subset to the characters
// of this product. Run it again (node scripts/subset-font.mjs) when a new character is needed; the
// result is committed.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
// Characters of Afrikaans, Sesotho sa Leboa and Setswana, of French and Portuguese names, and the
// punctuation of our own texts.
const more = 'ÁÀÂÄÇÉÈÊËÍÌÎÏÑÓÒÔÖŠÚÙÛÜÝŽáàâäãåçéèêëíìîïñóòôöõšúùûüýžŉ–—‘’“”…·•×°©®™€£';
const source = await readFile(
  require.resolve(
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff2',
  ),
);
const subset = await subsetFont(source, ascii + more, {
  targetFormat: 'woff2',
  noHinting: true,
  keepFeatures: ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'calt'],
});
const target = new URL('../app/design/fonts/bricolage-grotesque-800.woff2', import.meta.url);
await writeFile(target, subset);
process.stdout.write(`${subset.length} bytes\n`);
