// Short messages in the language of the words that the number's owner accepted last.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NOTICE_WORDS } from '@bonisa/domain/notices/notice-words';
import { subscribers } from '@bonisa/people/numbers/numbers.tables';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterAll, describe, expect, it } from 'vitest';
import { handsetSends, textsTo } from './messages.test-kit.ts';

const folder = mkdtempSync(join(tmpdir(), 'bonisa-messages-'));
afterAll(() => rmSync(folder, { recursive: true }));
const BRAND = {
  name: 'Vula',
  supportNumber: '0800 111 222',
  colours: { page: '#101010', text: '#ffffff', accent: '#ffcc00' },
};
writeFileSync(join(folder, 'brand.json'), JSON.stringify(BRAND));
writeFileSync(join(folder, 'messages.json'), JSON.stringify({ af: NOTICE_WORDS.af }));

async function withProduct(
  env: Readonly<Record<string, string>>,
  work: (product: TestProduct) => Promise<void>,
): Promise<void> {
  const product = await createTestProduct({ LIMITS: 'off', ...env });
  try {
    await work(product);
  } finally {
    await product.close();
  }
}

/** A subscriber who accepted words in a language. */
async function subscribeIn(product: TestProduct, language: string) {
  const visitor = product.visitor();
  const msisdn = freshNumber();
  const asked = await toAccept(product, visitor, msisdn);
  const { body } = await visitor.call('subscribe', { ...asked, words_language: language });
  expect(body).toMatchObject({ status: 'success' });
  await product.app.scheduler.runDue();
  return { visitor, msisdn };
}

const languages = async ({ open }: TestProduct) =>
  (await open.db.select().from(subscribers)).map(({ language }) => language);

describe('messages to a number', () => {
  it('are in English, with the translation in front where both have room', () =>
    withProduct({}, async (product) => {
      const { msisdn } = await subscribeIn(product, 'zu');
      expect(await languages(product)).toEqual(['zu']);
      await handsetSends(product, msisdn, 'STOP ALL');
      await handsetSends(product, msisdn, 'HELP');
      const texts = textsTo(product, msisdn);
      expect(texts[0]).toMatch(/^Welcome to Bonisa Daily video\./);
      expect(texts.at(-1)).toMatch(
        /^Bonisa: Ukuyeka phendula STOP\. \/ Bonisa: to stop reply STOP\. .*Help: 0800 123 456$/,
      );
    }));

  it("are the brand's own in its language, from the first one to the last", () =>
    withProduct({ BRAND_DIR: folder }, async (product) => {
      const { msisdn, visitor } = await subscribeIn(product, 'af');
      await visitor.call('changePackage', {
        service_key: 'demo-weekly',
        words_language: 'af',
      });
      await product.app.scheduler.runDue();
      await handsetSends(product, msisdn, 'STOP');
      const texts = textsTo(product, msisdn);
      expect(texts[0]).toMatch(
        /^Welkom by Vula Daily video\. Ingeteken\. Eerste dag gratis, dan R5\.00\/day BTW ingesl\. Om te stop antwoord STOP\..*Hulp: 0800 111 222$/,
      );
      expect(texts[1]).toMatch(/^Vula Weekly vanaf 21 Nov 10:00: R10\.00\/week BTW ingesl/);
      expect(texts.at(-1)).toMatch(/^Jy is uitgeteken van Vula\. .*Kyk tot 21 Nov 10:00/);
    }));

  it('follow the last words that were accepted, and forget the language with the owner', () =>
    withProduct({ BRAND_DIR: folder }, async (product) => {
      const { msisdn, visitor } = await subscribeIn(product, 'af');
      await visitor.call('changePackage', {
        service_key: 'demo-weekly',
        words_language: 'en',
      });
      await product.app.scheduler.runDue();
      expect(textsTo(product, msisdn).at(-1)).toMatch(/^Vula Weekly from 21 Nov 10:00/);
      expect(await languages(product)).toEqual(['en']);
      await visitor.call('deletePersonalData', { confirm: 'delete' });
      expect(await languages(product)).toEqual([null]);
    }));
});
