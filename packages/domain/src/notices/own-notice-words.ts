import { isLanguage, type Language } from '../languages.ts';
import { PACKAGES } from '../packages/package-catalogue.ts';
import { NOTICE_PLACES, type NoticeWordsKey } from './notice-words.ts';
import { type NoticeTerms, noticeIn, type OwnNoticeWords, sampleNotices } from './notices.ts';
import { MESSAGE_SEPTETS, septetsOf } from './short-message.ts';

/** What every translation needs: each message is made with them. */
const COMMON = ['months', 'help_line', 'stop', 'cost'] as const;
const PLACE = /\{(\w*)\}/g;
/** The end of December is as long as any time. */
const SAMPLE_TIME = new Date('2026-12-31T21:59:00Z');

/**
 * What is wrong with a brand's own words of short messages, a sentence each: a price, the way to
 * stop or a support number that is missing, signs outside of the alphabet of short messages, the
 * word of codes, and messages that are too long.
 */
export function noticeWordsFaults(
  words: OwnNoticeWords,
  terms: Omit<NoticeTerms, 'words'>,
): readonly string[] {
  const faults = Object.entries(words).flatMap(([language, texts = {}]) => [
    ...languageFaults(language, Object.keys(texts)),
    ...Object.entries(texts).flatMap(([key, text]) => {
      const fault = textFault(key, text);
      return fault ? [`${language}: ${key}: ${fault}`] : [];
    }),
  ]);
  return faults.length > 0 ? faults : tooLong(words, terms);
}

function languageFaults(language: string, keys: readonly string[]): readonly string[] {
  if (!isLanguage(language)) return [`${language}: is none of the languages of the site`];
  const missing = COMMON.find((key) => !keys.includes(key));
  return language !== 'en' && missing ? [`${language}: must have "${missing}"`] : [];
}

function textFault(key: string, text: string): string | undefined {
  const needed = NOTICE_PLACES[key as NoticeWordsKey];
  if (needed === undefined) return 'is no message';
  const places = [...text.matchAll(PLACE)].map(([, name = '']) => name);
  const missing = needed.find((name) => !places.includes(name));
  if (missing) return `must name {${missing}}`;
  const known = isPart(key) ? needed : [...needed, 'service', 'stop'];
  const strange = places.find((name) => !known.includes(name));
  if (strange !== undefined) return `names {${strange}}; known are ${known.join(', ')}`;
  if (key === 'stop' && !/\bSTOP\b/.test(text)) return 'must have the word STOP';
  if (key === 'months' && text.split(' ').length !== 12) return 'must have twelve months';
  if (/otp/i.test(text)) return 'must not have the word OTP, which is for codes';
  if (septetsOf(text.replaceAll(PLACE, '')) === undefined)
    return 'has a sign outside of the alphabet of short messages (GSM 03.38)';
  return undefined;
}

/** Whether a text is put into others, with its own places filled and no further ones. */
function isPart(key: string): boolean {
  return /^(?:months|help_line|stop|cost)$|^link_/.test(key);
}

function tooLong(words: OwnNoticeWords, terms: Omit<NoticeTerms, 'words'>): readonly string[] {
  const faults = new Set<string>();
  const languages = Object.keys(words) as Language[];
  for (const packageTerms of PACKAGES)
    for (const notice of sampleNotices(packageTerms, SAMPLE_TIME))
      for (const language of languages) {
        const text = noticeIn(notice, { ...terms, words }, language).text;
        const septets = septetsOf(text) ?? Number.POSITIVE_INFINITY;
        if (septets > MESSAGE_SEPTETS)
          faults.add(
            `${language}: the message "${notice.kind}" has ${septets} signs of ${MESSAGE_SEPTETS}`,
          );
      }
  return [...faults];
}
