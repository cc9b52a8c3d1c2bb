// S8: Help & Support, in the brand's words and in five languages.
import { LANGUAGES } from '@bonisa/domain/languages';
import type { OwnHelp } from '@bonisa/kit/brand/help-text';
import { readHelpText } from '@bonisa/kit/brand/help-text';
import { OUR_TOPICS } from '@bonisa/kit/brand/our-help';
import { describe, expect, it } from 'vitest';
import type { Operator } from '../operator.ts';
import { freeDayOf, helpTopicsOf } from './help-page.ts';

const OPERATOR: Operator = {
  service: 'Bonisa',
  company: 'Bonisa',
  address: '',
  carrier: 'Mzansi Mobile',
  supportNumber: '0800 123 456',
  supportEmail: 'help@bonisa.example',
  publicUrl: 'https://bonisa.example',
  tagManager: '',
  packages: [
    { name: 'Daily', price: 'R5.00', period: 'day', days: 1 },
    { name: 'Weekly', price: 'R10.00', period: 'week', days: 7 },
    { name: 'Monthly', price: 'R25.00', period: 'month', days: 30 },
  ],
};
const own = (files: Readonly<Record<string, string>>): OwnHelp =>
  Object.fromEntries(
    Object.entries(files).map(([language, file]) => {
      const read = readHelpText(file);
      if (typeof read === 'string') throw new Error(read);
      return [language, read];
    }),
  );
const wordsOf = (topics: readonly { question: string; answer: readonly string[] }[]): string =>
  topics.flatMap(({ question, answer }) => [question, ...answer]).join('\n');

describe('the help topics', () => {
  it.each(LANGUAGES)('are all there in %s, with the facts of the brand', (language) => {
    const topics = helpTopicsOf(OPERATOR, 'all', {}, language);
    expect(topics.map(({ id }) => id)).toEqual(OUR_TOPICS);
    const text = wordsOf(topics);
    for (const fact of [
      'R5.00',
      'R10.00',
      'R25.00',
      'STOP ALL',
      'WASPA',
      'OTP',
      '0800 123 456',
      'help@bonisa.example',
      'Mzansi Mobile',
    ])
      expect(text).toContain(fact);
    expect(text).not.toMatch(/[{}]|undefined| {2}/);
    for (const { also } of topics) expect(also).not.toBe('');
  });

  it('say the same in each language, in as many paragraphs', () => {
    const shape = (language: (typeof LANGUAGES)[number]) =>
      helpTopicsOf(OPERATOR, 'all', {}, language).map(({ id, answer }) => [id, answer.length]);
    for (const language of LANGUAGES) expect(shape(language)).toEqual(shape('en'));
  });

  it('say in each language that the free day comes with some packages', () => {
    for (const language of LANGUAGES) {
      const [all, some] = (['all', 'some'] as const).map((freeDay) =>
        wordsOf(helpTopicsOf(OPERATOR, freeDay, {}, language)),
      );
      expect(some?.length).toBeGreaterThan(all?.length ?? 0);
    }
  });

  it('promise a free day with the packages that have one', () => {
    const first = (...trialDays: number[]) => {
      const freeDay = freeDayOf(trialDays.map((days) => ({ trialDays: days })));
      return helpTopicsOf(OPERATOR, freeDay, {}, 'en')[0]?.answer[0];
    };
    expect(first(1, 1)).toBe(
      'Bonisa costs R5.00 a day, R10.00 a week or R25.00 a month: you choose. VAT is inside the price and there is no other fee. If your number has never subscribed before, the first day is free.',
    );
    expect(first(1, 0)).toMatch(/subscribed before, the first day is free with some packages\.$/);
    for (const none of [first(0, 0), first()]) expect(none).not.toContain('free');
  });

  it('name no price while nothing is on sale', () => {
    const text = wordsOf(helpTopicsOf({ ...OPERATOR, packages: [] }, 'none', {}, 'en'));
    expect(text).not.toMatch(/Bonisa costs|[{}]/);
    expect(text).toContain('STOP');
  });

  it('speak of the network of the viewer, in their language, where the brand names no carrier', () => {
    const topics = (language: (typeof LANGUAGES)[number]) =>
      wordsOf(helpTopicsOf({ ...OPERATOR, carrier: '' }, 'all', {}, language));
    const said = {
      en: 'We look it up with your network',
      zu: 'Siyibheka nenethiwekhi yakho',
      xh: 'Siyijonga nothungelwano lwakho',
      af: 'Op jou netwerk se eie mobiele data',
      st: 'Re e hlahloba le marangrang a hao',
    };
    for (const language of LANGUAGES) {
      expect(topics(language)).toContain(said[language]);
      expect(topics(language)).not.toMatch(/[{}]|-(inethiwekhi|uthungelwano)/);
      if (language !== 'en') expect(topics(language)).not.toContain('your network');
    }
  });

  it('leave no gap without an e-mail address', () => {
    for (const language of LANGUAGES)
      expect(
        wordsOf(helpTopicsOf({ ...OPERATOR, supportEmail: '' }, 'all', {}, language)),
      ).not.toMatch(/or write to|ubhalele ku-|skryf aan \.|ngolle \.| {2}/);
  });
});

describe('the topics of a brand', () => {
  const BRAND = own({
    en: 'without: live\n\n## How do I end it? {#stop}\n\nPress End.\n\n## Where? {#where}\n\nAt {service}.',
    zu: '## Kuphi? {#where}\n\nKu-{service}.',
  });

  it('take the place of ours, leave ours out, and come behind them', () => {
    const topics = helpTopicsOf(OPERATOR, 'all', BRAND, 'en');
    expect(topics.map(({ id }) => id)).toEqual([
      ...OUR_TOPICS.filter((id) => id !== 'live'),
      'where',
    ]);
    expect(topics.find(({ id }) => id === 'stop')?.answer).toEqual(['Press End.']);
  });

  it('stand in English where the brand has no words of a language, never beside our translation', () => {
    const topics = helpTopicsOf(OPERATOR, 'all', BRAND, 'zu');
    expect(topics.find(({ id }) => id === 'stop')).toMatchObject({
      answer: ['Press End.'],
      language: 'en',
    });
    expect(topics.find(({ id }) => id === 'where')).toMatchObject({
      answer: ['Ku-Bonisa.'],
      language: 'zu',
    });
    expect(topics.find(({ id }) => id === 'airtime')?.language).toBe('zu');
  });
});
