import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, it } from 'vitest';
import routes from '../routes.ts';
import { AT_NEED, untilNeedOf } from './script-at-need.ts';

/** The ids that React Router gives: the file's address without its ending. */
const idsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children }) => [file.replace(/\.tsx?$/, ''), ...idsOf(children ?? [])]);

const page = (id: string, errors: object | null = null) => ({
  matches: [{ route: { id: 'root' } }, { route: { id } }],
  errors,
});

describe('the pages that load their script at need', () => {
  it('are all routes of the site', () => {
    expect(idsOf(routes)).toEqual(expect.arrayContaining([...AT_NEED]));
  });

  const texts = { browsing: 'browse()', number: 'enter()' };

  it('are those to browse and the number screen, and not those that a script fills', () => {
    expect(untilNeedOf(page('routes/home.route'), undefined, texts)).toBe('browse()');
    expect(untilNeedOf(page('flow/enter-number.route'), undefined, texts)).toBe('enter()');
    for (const id of ['routes/live.route', 'routes/my-list.route', 'flow/confirm.route'])
      expect(untilNeedOf(page(id), undefined, texts)).toBe('');
  });

  it('load it at once to show an error, and where the operator has a tag manager', () => {
    expect(untilNeedOf(page('routes/video.route', { root: {} }), undefined, texts)).toBe('');
    expect(untilNeedOf(page('routes/home.route'), 'GTM-ABC123', texts)).toBe('');
  });
});
