import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownWords } from './own-words.test-kit.ts';

const APP = join(import.meta.dirname, '..');
/** The places whose words come from the files of words. An area is added when it is done. */
const CONVERTED = [
  'device',
  'flow',
  'layouts',
  'words',
  'titles',
  'listing',
  'episodes',
  'search',
  'live',
  'share',
  'viewer',
  'design',
  'error-screen.tsx',
  'seo/page-meta.ts',
  'data',
  'player',
  'profile',
  'routes/category.route.tsx',
  'routes/channel.route.tsx',
  'routes/channels.route.tsx',
  'routes/episode.route.tsx',
  'routes/genre.route.tsx',
  'routes/home.route.tsx',
  'routes/legal-screen.tsx',
  'routes/live-channel.route.tsx',
  'routes/live.route.tsx',
  'routes/my-list.route.tsx',
  'routes/not-found.route.tsx',
  'routes/person.route.tsx',
  'routes/privacy.route.tsx',
  'routes/search.route.tsx',
  'routes/show.route.tsx',
  'routes/terms.route.tsx',
  'routes/video.route.tsx',
  'watch',
];
/** Texts that only look like words of the interface. */
const NO_WORDS: Readonly<Record<string, readonly string[]>> = {
  // The names of classes.
  'design/button.tsx': ['button button-'],
  // The data layer's name of a page.
  'flow/use-flow.ts': ['Subscription complete'],
  // The name on the key.
  'player/controls/key-list.tsx': ['Esc'],
  // Selectors of elements.
  'player/controls/player-keys.ts': [
    'input:not([type="range"]), textarea, select, [contenteditable], dialog',
  ],
  'player/use-shrink.ts': ['input, dialog'],
  // A sample of captions.
  'player/controls/settings-sheet.tsx': ['Sawubona, Mzansi!'],
  // Structured data for search engines is in English.
  'routes/live-channel.route.tsx': ['Live'],
  'routes/live.route.tsx': ['Live'],
};

function files(): readonly string[] {
  return CONVERTED.flatMap((place) =>
    /\.tsx?$/.test(place)
      ? [place]
      : readdirSync(join(APP, place), { recursive: true, encoding: 'utf8' })
          .filter((name) => /(?<!\.test|test-kit)\.tsx?$/.test(name))
          .map((name) => join(place, name)),
  );
}

describe('the files of a converted area', () => {
  test.each(files())('%s takes its words from the files', (file) => {
    const found = ownWords(file, readFileSync(join(APP, file), 'utf8'));
    expect(found.filter((text) => !NO_WORDS[file]?.includes(text))).toEqual([]);
  });

  test.each([
    ['<p aria-label="Go home" className="a b">Try {busy ? "One moment" : say("a.b")}</p>'],
    ['{ label: "Go home", words: () => `Try ${say("a.b")}`, other: toasts.say("One moment") }'],
    ['busy ? "Go home" : [`${count} of Try`, "One moment"] as const'],
  ])('are found out by the words of %s', (code) => {
    expect(ownWords('a.tsx', `const a = ${code};`).join()).toMatch(/Go home.*Try.*One moment/);
  });

  test('may have errors, logs, comparisons, addresses and names of classes', () => {
    const code = `
      import a from 'Some module';
      if (key === 'Enter') throw new TypeError('No such key');
      logQuietly('what was begun', <a href="/Home page" className="one two">{say('one.two')}</a>);`;
    expect(ownWords('a.tsx', code)).toEqual([]);
  });
});
