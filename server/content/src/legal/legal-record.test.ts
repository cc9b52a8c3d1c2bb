// C6 R8

import { legalVersionsOf } from '@bonisa/kit/brand/legal-versions';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { createStillClock } from '@bonisa/server/app.test-kit';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../catalogue.test-kit.ts';
import { contact } from './legal-page.ts';
import { createLegalRecord, legalRecordOf, type OwnLegalTexts } from './legal-record.ts';
import { privacyPolicyOf } from './privacy-policy.ts';
import { termsOf } from './terms.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await createTestDatabase();
});
afterAll(() => open.close());

const recordWith = (own?: OwnLegalTexts) =>
  createLegalRecord({ db: open.db, own, origin: 'BRAND_DIR', clock: createStillClock() });
const terms = (version: string, words: string): OwnLegalTexts => ({
  terms: { version, sections: [['Who we are', words]] },
});

describe('the record of legal texts', () => {
  it('has each version that was shown, with places for the facts that change', async () => {
    await recordWith().start();
    await recordWith(terms('2027-01-01', '{company} runs {service}.')).start();
    await recordWith(terms('2027-02-01', '{company} runs it at {prices}.')).start();
    const recorded = await recordWith().all();
    expect(recorded.map(({ kind, version }) => [kind, version])).toEqual(
      expect.arrayContaining([
        ['terms', legalRecordOf()[0]?.version],
        ['privacy', legalRecordOf()[1]?.version],
        ['terms', '2027-01-01'],
        ['terms', '2027-02-01'],
      ]),
    );
    expect(recorded.find(({ version }) => version === '2027-01-01')?.text).toBe(
      '## Who we are\n\n{company} runs {service}.',
    );
    expect(recorded[0]?.text).toMatch(/\{company\}/);
  });

  it('refuses another text under a version that was shown before, in one line', async () => {
    const again = recordWith(terms('2027-01-01', 'Other words.'));
    await expect(again.start()).rejects.toMatchObject({
      problems: [
        'BRAND_DIR: terms.md: the text has changed, but its version 2027-01-01 was shown before with another text; give it a new version',
      ],
    });
    await recordWith(terms('2027-01-01', '{company} runs {service}.')).start();
  });

  it.each([
    ['changed', "update legal_texts set text = 'Other words.'"],
    ['deleted', "delete from legal_texts where version = '2027-01-01'"],
    ['emptied', 'truncate legal_texts'],
  ])('cannot be %s, also by a statement of a person at the database', async (_what, statement) => {
    const before = await recordWith().all();
    const refused = await open.db.execute(sql.raw(statement)).catch((error: unknown) => error);
    expect((refused as { cause?: unknown }).cause).toMatchObject({
      message: 'legal_texts is append only',
      code: '23000',
    });
    expect(await recordWith().all()).toEqual(before);
  });

  it.each([
    ['every fact', {}],
    ['no address and no e-mail', { address: '', supportEmail: '' }],
  ])('has the sentences that viewers read of an operator with %s', (_facts, lacks) => {
    const names = { service: 'Vula', company: 'Media of Vula', carrier: 'Kudu' };
    const packages = [{ name: '{package}', price: '{price}', period: '{period}', days: 0 }];
    const operator = { ...OPERATOR, ...names, packages, ...lacks };
    const { company, service, carrier, publicUrl, address } = operator;
    const withPlaces = (words: string) =>
      words
        .replaceAll(contact(operator), 'call {supportNumber, supportEmail}')
        .replaceAll(address || 'customer care names it to you', '{address}')
        .replaceAll(publicUrl, '{publicUrl}')
        .replaceAll(carrier, '{carrier}')
        .replaceAll(company, '{company}')
        .replaceAll(service, '{service}');
    const shown = [termsOf(operator), privacyPolicyOf(operator)].map(({ sections }) =>
      sections.flatMap(({ heading, paragraphs }) => [`## ${heading}`, ...paragraphs]),
    );
    expect(shown.map((lines) => withPlaces(lines.join('\n\n')))).toEqual(
      legalRecordOf().map(({ text }) => text),
    );
  });

  it('has a policy of its own version where pages load a tag manager', async () => {
    const tagged = { words: { tagManager: 'GTM-ABC123' } };
    await recordWith(tagged).start();
    const texts = (await recordWith().all()).filter(({ kind }) => kind === 'privacy');
    expect(texts.map(({ version }) => version)).toContain(legalVersionsOf(tagged).privacy);
    expect(texts.find(({ version }) => version.endsWith('-tags'))?.text).toContain('{tagManager}');
  });

  it('needs a new version for a change of our own texts', () => {
    const known = Object.fromEntries(
      legalRecordOf().map(({ kind, version, hash }) => [`${kind} ${version}`, hash.slice(0, 16)]),
    );
    // A changed text: give it a version of today in `legal-versions.ts`, then its hash here.
    expect(known).toEqual({
      'terms 2026-11-27': '32b8068ee52f7f3d',
      'privacy 2026-11-27': '3b7b570354689119',
    });
  });
});
