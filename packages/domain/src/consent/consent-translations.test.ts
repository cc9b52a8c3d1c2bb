import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { PACKAGES } from '../packages/package-catalogue.ts';
import {
  changeWords,
  consentVersion,
  consentWords,
  priceChangeWords,
  priceLine,
} from './consent.ts';
import { CONSENT_TRANSLATIONS } from './consent-translations.ts';

const others = LANGUAGES.filter((language) => language !== 'en');

describe('the opt-in wording in another language', () => {
  it.each(others)('has price, STOP and support in %s for each way to pay', (language) => {
    for (const one of PACKAGES) {
      const terms = { service: 'Bonisa', package: one, supportNumber: '0800 000 000' };
      for (const trial of [true, false]) {
        const words = [
          consentWords({ ...terms, trial, language }),
          changeWords({ ...terms, language }),
        ];
        for (const [taken, stop, adult] of words) {
          expect(taken).toContain(priceLine(one));
          expect(stop).toContain('STOP');
          expect(adult).toContain('0800 000 000');
        }
      }
    }
  });

  it.each(others)(
    'has the English price and STOP words beside %s until it is reviewed',
    (language) => {
      for (const one of PACKAGES) {
        const terms = {
          service: 'Bonisa',
          package: one,
          trial: true,
          supportNumber: '0800 000 000',
        };
        const english = consentWords(terms);
        const words = consentWords({ ...terms, language });
        const { reviewed } = CONSENT_TRANSLATIONS[language];
        expect(words.slice(3)).toEqual(reviewed ? [] : english.slice(0, 2));
        expect(words.slice(0, 3)).not.toContain(english[0]);
      }
    },
  );

  it.each(LANGUAGES)('names both prices and the day of a new price in %s', (language) => {
    for (const one of PACKAGES) {
      const from = new Date('2026-12-24T22:00:00Z');
      const terms = { service: 'Bonisa', package: one, supportNumber: '0800 000 000' };
      const [words = ''] = priceChangeWords({ ...terms, language, held: 450, from });
      expect(words).toContain(priceLine(one));
      expect(words).toContain(priceLine({ ...one, price: 450 }));
      expect(words).toContain(language === 'en' ? '25 Dec 2026' : '2026-12-25');
    }
  });

  it('has a version of its own in each language', () => {
    expect(new Set(LANGUAGES.map(consentVersion)).size).toBe(LANGUAGES.length);
  });
});
