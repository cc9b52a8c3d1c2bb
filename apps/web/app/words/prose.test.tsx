// R10: a screen reader speaks the catalogue's texts in their language.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@bonisa/domain/languages';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, it } from 'vitest';
import { EpisodeRow } from '../episodes/episode-row.tsx';
import { pageMeta } from '../seo/page-meta.ts';
import { CategoryTile } from '../titles/category-tile.tsx';
import { plainLinks, Shelf } from '../titles/shelf.tsx';
import { CATALOGUES, proseLanguage, renderIn } from './find-text.ts';
import { inOwnName, ownName } from './prose.tsx';

const landscape = { base: '/pictures/a', widths: [320], width: 320, height: 180, placeholder: '' };
const head = { id: 1, slug: 'isibane', title: 'The Lamp', landscape };
const TITLE = {
  ...head,
  kind: 'video' as const,
  rating: { age: 'PG' as const, advice: [] },
  language: { code: 'zu', name: 'isiZulu' },
  episodeCount: 0,
  costs: [1, 2, 3],
};
const EPISODE = {
  ...head,
  kind: 'episode' as const,
  synopsis: 'It is cold.',
  ordinal: 2,
  season: { id: 1, ordinal: 1 },
  durationSeconds: 60,
  megabytes: 1,
  costs: [1, 2, 3],
};
const CATEGORY = { ...head, channel: { slug: 'ekhaya', title: 'At home' }, titleCount: 3 };

const DEMO = join(import.meta.dirname, '../../../../packages/demo-content/data');

function Screen(): ReactElement {
  return (
    <>
      <Shelf title="New this week" lang={proseLanguage()} format="landscape" items={[TITLE]} />
      <CategoryTile category={CATEGORY} withChannel />
      <EpisodeRow episode={EPISODE} />
    </>
  );
}

function shown(language: Language, catalogue?: string): string {
  const Site = createRoutesStub([{ id: 'root', path: '/', Component: Screen }]);
  return renderIn(language, () => renderToString(<Site initialEntries={['/']} />), catalogue);
}

/** The words of elements that name a language. */
const namedIn = (html: string, language: string): string[] =>
  [...html.matchAll(new RegExp(`lang="${language}"[^>]*>(.*?)</`, 'g'))].map(([, words = '']) =>
    words.replaceAll('<!-- -->', ''),
  );
const PROSE = ['New this week', 'The Lamp', 'The Lamp', 'At home', '2. The Lamp', 'It is cold.'];

describe('texts of the catalogue', () => {
  it('name their language on a page in another one', () => {
    expect(namedIn(shown('zu'), 'en')).toEqual(PROSE);
    expect(namedIn(shown('en', 'pt-BR'), 'pt-BR')).toEqual(PROSE);
  });

  it('are in the language of the page where they are names that the words have', () => {
    const genre = () => renderToString(<p>{inOwnName('Comedy', ' · 12')}</p>);
    expect(renderIn('zu', genre)).toBe('<p>Amahlaya · 12</p>');
    expect(renderIn('en', genre)).toBe('<p>Comedy · 12</p>');
    expect(renderIn('af', () => ownName('Good news'))).toBe('Goeie nuus');
    // No part of a name is one.
    for (const name of ['Come', 'omedy', 'Amahlaya', 'Comedy=Amahlaya', ''])
      expect(renderIn('zu', () => ownName(name))).toBe(name);
    expect(renderIn('zu', () => renderToString(<p>{inOwnName('Chess', ' · 12')}</p>))).toBe(
      '<p><span lang="en">Chess</span> · 12</p>',
    );
  });

  it('are named in each language: every genre and category of the demo', () => {
    const demo = JSON.parse(readFileSync(join(DEMO, 'catalogue.json'), 'utf8'));
    const channels = readdirSync(join(DEMO, 'channels')).map((file) =>
      JSON.parse(readFileSync(join(DEMO, 'channels', file), 'utf8')),
    );
    const names: string[] = [
      ...[...demo.genres, ...demo.liveCategories],
      ...channels.flatMap(({ categories }) => categories),
    ].map(({ title }) => title);
    for (const language of LANGUAGES.filter((one) => one !== 'en')) {
      const said = (CATALOGUES[language]['catalogue.names'] ?? '').split(';');
      const own = new Map(said.map((pair) => pair.split('=') as [string, string]));
      expect(names.filter((name) => !own.get(name))).toEqual([]);
    }
  });

  it('name none on a page in their own, which has no element more for it', () => {
    for (const html of [shown('en'), shown('zu', 'zu')]) {
      expect(html).not.toContain('lang=');
      expect(html).toMatch(/<span class="tile-note">At home · /);
    }
  });

  it('name their language in the links for browsers without a script', () => {
    const links = () => plainLinks([{ address: '/video/a', title: 'A' }]);
    expect(renderIn('af', links)).toMatch(/^<div class="shelf-rest-links" lang="en"><a /);
    expect(renderIn('en', links)).toMatch(/^<div class="shelf-rest-links"><a /);
  });

  it('give a shared link to a video their locale', () => {
    const localeOf = (type: 'website' | 'video.other', language: Language, catalogue?: string) =>
      renderIn(
        language,
        () =>
          pageMeta([], { title: '', description: '', path: '/', type }).find(
            (one) => 'property' in one && one.property === 'og:locale',
          ),
        catalogue,
      );
    expect(localeOf('video.other', 'zu')).toMatchObject({ content: 'en_ZA' });
    expect(localeOf('video.other', 'en', 'pt-BR')).toMatchObject({ content: 'pt_BR' });
    expect(localeOf('video.other', 'en')).toMatchObject({ content: 'en_ZA' });
    expect(localeOf('website', 'zu')).toMatchObject({ content: 'zu_ZA' });
  });
});
