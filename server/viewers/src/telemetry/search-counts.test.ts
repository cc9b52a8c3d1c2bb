// What viewers search for is counted, and the words of a few people are stored nowhere.

import { ask, createPerson, createSession } from '@bonisa/backoffice/staff/staff.test-kit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
} from '../viewer/viewer.test-kit.ts';
import { termOf } from './search-term.ts';

let product: ProductWithCatalogue;
beforeAll(async () => {
  product = await createProductWithCatalogue();
});
afterAll(() => product.close());

/** A browser with a visit of its own. */
const browser = async () => {
  const visitor = product.visitor();
  await visitor.csrf();
  return visitor;
};
/** Different viewers ask for a text; then what they asked is written. */
const asked = async (text: string, viewers: number) => {
  for (let n = 0; n < viewers; n++) await (await browser()).call('search', { text });
  product.clock.by(11);
  await product.app.telemetry.searches.write();
};
const counts = () =>
  product.rows(
    `select term, asked::int, nothing::int from search_counts where grain = 'day' order by term`,
  );

describe('the counts of searches', () => {
  it('store a term only when five different viewers have asked for it', async () => {
    await asked('Ndlovu Street 14', 4);
    const one = await browser();
    for (let n = 0; n < 20; n++) {
      product.clock.by(11);
      await one.call('search', { text: 'my own secret' });
    }
    await product.app.telemetry.searches.write(true);
    expect(await counts()).toEqual([]);
    const stored = await product.rows('select * from search_askers');
    expect(stored).toHaveLength(5);
    expect(JSON.stringify(stored)).not.toMatch(/ndlovu|secret/i);
    await asked('NDLOVU street, 14!', 1);
    expect(await counts()).toEqual([{ term: 'ndlovu street 14', asked: 5, nothing: 5 }]);
    expect(await product.rows('select * from search_askers')).toHaveLength(1);
    await asked('ndlovu street 14', 2);
    expect(await counts()).toEqual([{ term: 'ndlovu street 14', asked: 7, nothing: 7 }]);
  });

  it('leave out what a viewer only typed through, and further pages', async () => {
    await product.rows('delete from search_counts');
    await product.rows('delete from search_terms');
    for (let n = 0; n < 5; n++) {
      const visitor = await browser();
      for (const text of ['isi', 'isib', 'isibane', 'isiban', 'isibane'])
        await visitor.call('search', { text });
      await visitor.call('search', { text: 'isibane', offset: 12 });
      await visitor.call('searchShows', { text: 'isibane' });
    }
    product.clock.by(11);
    await product.app.telemetry.searches.write();
    expect(await counts()).toEqual([{ term: 'isibane', asked: 5, nothing: 0 }]);
  });

  it('are a report: what was asked for most, and what was not found', async () => {
    await asked('kwaito', 6);
    const studio = await product.studio();
    const person = await createPerson(product, ['publisher']);
    const { cookie } = await createSession(product, person);
    const { body } = await ask(studio, '/studio/api/reports/searches', { cookie });
    expect(body).toMatchObject({ asked: 11, nothing: 6 });
    expect(body.data.map(({ term }: { term: string }) => term)).toEqual(['kwaito', 'isibane']);
    const { body: missing } = await ask(studio, '/studio/api/reports/searches?nothing=true', {
      cookie,
    });
    expect(missing.data).toEqual([{ term: 'kwaito', asked: 6, nothing: 6 }]);
  });

  it('forget hashes after thirty days, and terms with their counts after eight hundred', async () => {
    await asked('once only', 1);
    product.clock.by(31 * 86_400);
    await product.app.telemetry.purge();
    expect(await product.rows('select * from search_askers')).toEqual([]);
    expect(await counts()).toHaveLength(2);
    product.clock.by(800 * 86_400);
    await product.app.telemetry.purge();
    expect(await counts()).toEqual([]);
    expect(await product.rows('select * from search_terms')).toEqual([]);
  });
});

describe('a counted term', () => {
  it('is never a number of a person or an address', () => {
    for (const text of [
      '082 123 4567',
      '+27821234567',
      'call 0 8 2 1 2 3',
      '٠٨٢١٢٣٤٥٦٧',
      'thandi@example.org',
      '8001015009087',
      'x',
      '?!',
      'word '.repeat(30),
    ])
      expect([text, termOf(text)]).toEqual([text, undefined]);
    expect(termOf('  Générations: 2024! ')).toBe('generations 2024');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const term = termOf(text);
        if (term === undefined) return;
        expect(term.length).toBeLessThanOrEqual(60);
        expect(term.replaceAll(/[^0-9]/g, '').length).toBeLessThan(6);
      }),
    );
  });
});
