// R10: a screen reader speaks the catalogue's texts in their language.
import type { Language } from '@bonisa/domain/languages';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, it } from 'vitest';
import { EpisodeRow } from '../episodes/episode-row.tsx';
import { pageMeta } from '../seo/page-meta.ts';
import { CategoryTile } from '../titles/category-tile.tsx';
import { plainLinks, Shelf } from '../titles/shelf.tsx';
import { proseLanguage, renderIn } from './find-text.ts';
import { inOwnName, nameLanguage, ownName } from './prose.tsx';

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

  it('are in the language of the page where an entry has a name in it', () => {
    const comedy = { title: 'Comedy', names: { zu: 'Amahlaya' } };
    const genre = () => renderToString(<p>{inOwnName(comedy, ' · 12')}</p>);
    expect(renderIn('zu', genre)).toBe('<p>Amahlaya · 12</p>');
    expect(renderIn('en', genre)).toBe('<p>Comedy · 12</p>');
    expect(renderIn('af', genre)).toBe('<p><span lang="en">Comedy</span> · 12</p>');
    expect(renderIn('af', () => ownName(comedy))).toBe('Comedy');
    expect(renderIn('zu', () => nameLanguage(comedy))).toBeUndefined();
    expect(renderIn('af', () => nameLanguage(comedy))).toBe('en');
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
