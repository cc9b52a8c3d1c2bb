// Short messages in five languages: price, STOP and help are never missing, and one SMS holds them.
import { describe, expect, it } from 'vitest';
import { otpMessage } from '../consent/consent.ts';
import { LANGUAGES, type Language } from '../languages.ts';
import { PACKAGES } from '../packages/package-catalogue.ts';
import {
  NOTICE_PLACES,
  NOTICE_WORDS,
  NOTICES_REVIEWED,
  type NoticeWordsKey,
} from './notice-words.ts';
import { type Notice, type NoticeTerms, noticeIn, noticeText, sampleNotices } from './notices.ts';
import { noticeWordsFaults } from './own-notice-words.ts';
import { fitsOneMessage, septetsOf } from './short-message.ts';

const BONISA: NoticeTerms = {
  service: 'Bonisa',
  supportNumber: '0800 123 456',
  publicUrl: 'https://bonisa.example',
};
const LONGEST: NoticeTerms = { ...BONISA, service: 'N'.repeat(20), supportNumber: '0'.repeat(16) };
const AT = new Date('2026-12-31T21:59:00Z');
const others = LANGUAGES.filter((language) => language !== 'en');
const [DAILY, WEEKLY] = PACKAGES as [(typeof PACKAGES)[0], (typeof PACKAGES)[0]];

describe('our words of short messages', () => {
  it.each(LANGUAGES)(
    'fit one message in %s with the longest names, in the GSM alphabet',
    (language) => {
      for (const one of PACKAGES)
        for (const notice of sampleNotices(one, AT)) {
          const { text } = noticeIn(notice, LONGEST, language);
          expect(fitsOneMessage(text), `${septetsOf(text)}: ${text}`).toBe(true);
          expect(text).not.toMatch(/otp|[{}]|undefined/i);
          expect(text.endsWith(`: ${LONGEST.supportNumber}`), text).toBe(true);
        }
    },
  );

  it.each(LANGUAGES)('name in %s what the law asks for', (language) => {
    for (const [key, places] of Object.entries(NOTICE_PLACES))
      for (const place of places)
        expect(NOTICE_WORDS[language][key as NoticeWordsKey], key).toContain(`{${place}}`);
    const taking = sampleNotices(DAILY, AT).filter(({ kind }) =>
      ['welcome', 'trial_ends', 'reminder', 'parked', 'package_changed', 'price_offered'].includes(
        kind,
      ),
    );
    for (const notice of taking) {
      const { text } = noticeIn(notice, BONISA, language);
      expect(text).toMatch(/R5\.00\/day.*(VAT|BTW).*\bSTOP\b/);
    }
  });

  it.each(others)('name in %s twelve months, which differ', (language) => {
    const months = NOTICE_WORDS[language].months.split(' ');
    expect(new Set(months).size).toBe(12);
    const { text } = noticeIn({ kind: 'trial_ends', package: DAILY, until: AT }, BONISA, language);
    expect(text).toContain(`31 ${months[11]} 23:59`);
  });
});

describe('a message in another language', () => {
  it('is English until a speaker has reviewed the words, behind them where both have room', () => {
    expect(others.filter((language) => NOTICES_REVIEWED[language])).toEqual([]);
    const welcome: Notice = { kind: 'welcome', package: DAILY, trial: true };
    expect(noticeText(welcome, BONISA, 'zu')).toBe(noticeText(welcome, BONISA));
    expect(noticeText({ kind: 'not_subscribed' }, BONISA, 'zu')).toBe(
      'Bonisa: le nombolo ayibhalisile. Akukho okuthathwayo. / Bonisa: this number has no subscription. Nothing is taken. Help: 0800 123 456',
    );
    for (const language of others)
      for (const notice of sampleNotices(WEEKLY, AT)) {
        const text = noticeText(notice, LONGEST, language);
        expect(fitsOneMessage(text)).toBe(true);
        expect(text.endsWith(noticeText(notice, LONGEST))).toBe(true);
      }
  });

  it("is the brand's own where it has words, and English where they do not fit", () => {
    const own = (more: Readonly<Record<string, string>>): NoticeTerms => ({
      ...BONISA,
      words: { af: { ...NOTICE_WORDS.af, ...more } },
    });
    const reminder: Notice = { kind: 'reminder', package: DAILY };
    expect(noticeText(reminder, own({}), 'af')).toBe(
      'Herinnering: jy is ingeteken op Bonisa Daily teen R5.00/day BTW ingesl. Om te stop antwoord STOP. Kyk: https://bonisa.example. Hulp: 0800 123 456',
    );
    const long = own({ reminder: `${'x'.repeat(150)} {product} {cost} {stop}` });
    expect(noticeText(reminder, long, 'af')).toBe(noticeText(reminder, BONISA));
    expect(noticeText(reminder, long, 'zu')).toBe(noticeText(reminder, BONISA));
  });
});

describe('the message with a code', () => {
  it('is English until it is reviewed, and fits with every package in every language', () => {
    const asked = { package: DAILY, freeDay: true };
    for (const language of LANGUAGES) {
      const text = otpMessage('N'.repeat(20), asked, language);
      expect(text).toBe(otpMessage('N'.repeat(20), asked));
      expect(text.length).toBeLessThanOrEqual(160);
    }
  });
});

describe("a brand's own words", () => {
  const { supportNumber, service, publicUrl } = BONISA;
  const faults = (language: string, texts: Readonly<Record<string, string>>) =>
    noticeWordsFaults(
      { [language as Language]: texts },
      { service, supportNumber, publicUrl },
    ).join('\n');

  it('may be all of a language, or some of English', () => {
    expect(faults('st', { ...NOTICE_WORDS.st })).toBe('');
    expect(faults('en', { refund: '{service}: {amount} is back.' })).toBe('');
  });

  it.each([
    ['a price that is missing', 'en', { reminder: '{product}. {stop}' }, 'must name {cost}'],
    ['no way to stop', 'en', { parked: '{product} {cost}' }, 'must name {stop}'],
    ['STOP in other words', 'en', { stop: 'To end reply END.' }, 'must have the word STOP'],
    ['a place that is none', 'en', { refund: '{service} {amount} {sum}' }, 'names {sum}'],
    [
      'a place of another message',
      'en',
      { refund: '{service} {product} {amount}' },
      'names {product}',
    ],
    ['places inside of a part', 'en', { stop: '{service}: reply STOP.' }, 'names {service}'],
    ['a letter that costs more', 'en', { refund: '{service} {amount} hê' }, 'GSM 03.38'],
    ['the word of codes', 'en', { start: '{service}: no OTP' }, 'OTP, which is for codes'],
    ['a message that is none', 'en', { hello: 'Hello' }, 'hello: is no message'],
    ['a language that is none', 'fr', { stop: 'STOP' }, 'none of the languages'],
    ['a language without its STOP', 'zu', { refund: '{service} {amount}' }, 'must have "months"'],
    ['too few months', 'en', { months: 'Jan Feb' }, 'twelve months'],
    [
      'a message that is too long',
      'en',
      { reminder: `${'x'.repeat(140)} {product} {cost}. {stop}` },
      /the message "reminder" has \d+ signs of 160/,
    ],
  ] as const)('are refused with %s', (_, language, texts, fault) => {
    const found = faults(language, texts);
    if (typeof fault === 'string') expect(found).toContain(fault);
    else expect(found).toMatch(fault);
  });
});
