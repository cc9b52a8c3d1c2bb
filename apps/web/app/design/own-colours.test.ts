import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const APP = join(import.meta.dirname, '..');
const COLOUR = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b/gi;
/** White and black of any weight suit every brand. */
const NEUTRAL = /^#(?:f{3,4}|0{3,4}|f{6}|0{6}|(?:f{6}|0{6})[0-9a-f]{2}|[f0]{3}[0-9a-f])$/i;

/** What a brand replaces, and colours with a meaning: of captions, of a live broadcast. */
const KNOWN: Readonly<Record<string, RegExp>> = {
  'brand.ts': /look\?\.ground \?\? '#[0-9a-f]{6}'/g,
  'player/controls/controls.css': /background: #b3261e;/g,
  // The picture behind the sample of a caption.
  'player/controls/sheet.css': /linear-gradient\(120deg[^;]*;/g,
  'design/components.css': /\.step-band \{[^}]*\}/g,
  'player/controls/use-captions.ts': /const COLOURS = [^;]*;/g,
};

it('a colour of ours is a token, which a brand replaces, or neutral', () => {
  const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(?:css|tsx?)$/.test(file) && !/\.test\.ts$|design\/tokens\.css$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) => {
    const known = KNOWN[file] ?? /$^/;
    const text = readFileSync(join(APP, file), 'utf8').replaceAll(new RegExp(known, 'g'), '');
    return [...text.matchAll(COLOUR)]
      .filter(([colour]) => !NEUTRAL.test(colour))
      .map(([colour]) => `${file}: ${colour}`);
  });
  expect(found).toEqual([]);
});
