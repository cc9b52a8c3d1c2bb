import type { HelpTopic } from '@bonisa/contract/help-page-data';
import { DEFAULT_LANGUAGE, type Language } from '@bonisa/domain/languages';
import {
  fillHelp,
  type HelpEntry,
  type HelpPlace,
  type OwnHelp,
} from '@bonisa/kit/brand/help-text';
import { OUR_HELP, OUR_TOPICS } from '@bonisa/kit/brand/our-help';
import type { SoldPackage } from '@bonisa/money/packages/sold-packages';
import type { Operator } from '../operator.ts';

/**
 * The questions and answers in a language. A brand's topic takes the place of ours with the same
 * anchor, its further ones come behind ours. Where it has a topic in English alone, that one stands
 * in every language: our translation would contradict it.
 */
export function helpTopicsOf(
  operator: Operator,
  freeDay: FreeDay,
  own: OwnHelp,
  language: Language,
): readonly HelpTopic[] {
  const left = own[DEFAULT_LANGUAGE]?.without ?? [];
  const further = own[DEFAULT_LANGUAGE]?.topics.map(({ id }) => id) ?? [];
  const ids = new Set([...OUR_TOPICS.filter((id) => !left.includes(id)), ...further]);
  return [...ids].flatMap((id) => {
    const found =
      entryOf(own[language]?.topics, id, language) ??
      entryOf(own[DEFAULT_LANGUAGE]?.topics, id, DEFAULT_LANGUAGE) ??
      entryOf(OUR_HELP[language], id, language);
    if (!found) return [];
    const facts = factsOf(operator, freeDay, found.language);
    // Without anything on sale there is no price to name.
    const isTrue = (text: string) => operator.packages.length > 0 || !text.includes('{prices}');
    const answer = found.answer.filter(isTrue);
    if (answer.length === 0) return [];
    const fill = (text: string) =>
      fillHelp(operator.carrier ? text : withoutCarrier(text, found.language), facts);
    return [{ ...found, question: fill(found.question), answer: answer.map(fill) }];
  });
}

function entryOf(
  topics: readonly HelpEntry[] | undefined,
  id: string,
  language: Language,
): HelpTopic | undefined {
  const found = topics?.find((topic) => topic.id === id);
  return found && { ...found, language };
}

/** The words between facts, in each language. */
const JOINED: Readonly<
  Record<Language, { periods: Readonly<Record<string, string>>; or: string; write: string }>
> = {
  en: {
    periods: { day: 'a day', week: 'a week', month: 'a month' },
    or: 'or',
    write: 'or write to',
  },
  zu: {
    periods: { day: 'ngosuku', week: 'ngesonto', month: 'ngenyanga' },
    or: 'noma',
    write: 'noma ubhalele ku-',
  },
  xh: {
    periods: { day: 'ngosuku', week: 'ngeveki', month: 'ngenyanga' },
    or: 'okanye',
    write: 'okanye ubhalele ku-',
  },
  af: {
    periods: { day: 'per dag', week: 'per week', month: 'per maand' },
    or: 'of',
    write: 'of skryf aan',
  },
  st: {
    periods: { day: 'ka letsatsi', week: 'ka beke', month: 'ka kgwedi' },
    or: 'kapa',
    write: 'kapa o ngolle',
  },
};

/** The viewer's network where the brand names none, by the prefix that stands before it. */
const YOUR_NETWORK: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { '': 'your network' },
  zu: {
    '': 'inethiwekhi yakho',
    'ne-': 'nenethiwekhi yakho',
    'ye-': 'yenethiwekhi yakho',
    'yi-': 'yinethiwekhi yakho',
    'ku-': 'kunethiwekhi yakho',
  },
  xh: {
    '': 'uthungelwano lwakho',
    'ne-': 'nothungelwano lwakho',
    'ye-': 'yothungelwano lwakho',
    'yi-': 'luthungelwano lwakho',
    'kwi-': 'kuthungelwano lwakho',
  },
  af: { '': 'jou netwerk' },
  st: { '': 'marangrang a hao' },
};

/** A text without the name of a carrier. */
function withoutCarrier(text: string, language: Language): string {
  const forms = YOUR_NETWORK[language];
  return text.replace(
    /(\p{L}+-)?\{carrier\}/gu,
    (_, prefix: string = '') => forms[prefix] ?? prefix + forms[''],
  );
}

/** How many of the packages on sale begin with a free day. */
export type FreeDay = 'all' | 'some' | 'none';

const FREE_DAY: Readonly<Record<Language, Readonly<Record<Exclude<FreeDay, 'none'>, string>>>> = {
  en: {
    all: 'If your number has never subscribed before, the first day is free.',
    some: 'If your number has never subscribed before, the first day is free with some packages.',
  },
  zu: {
    all: 'Uma inombolo yakho ingakaze ibhalise ngaphambili, usuku lokuqala lumahhala.',
    some: 'Uma inombolo yakho ingakaze ibhalise ngaphambili, usuku lokuqala lumahhala kwamanye amaphakheji.',
  },
  xh: {
    all: 'Ukuba inombolo yakho ayizange ibhalise ngaphambili, usuku lokuqala lusimahla.',
    some: 'Ukuba inombolo yakho ayizange ibhalise ngaphambili, usuku lokuqala lusimahla kwezinye iipakheji.',
  },
  af: {
    all: 'As jou nommer nog nooit ingeteken het nie, is die eerste dag gratis.',
    some: 'As jou nommer nog nooit ingeteken het nie, is die eerste dag by sommige pakkette gratis.',
  },
  st: {
    all: 'Haeba nomoro ya hao ha e so ka e ingodisa, letsatsi la pele ke mahala.',
    some: 'Haeba nomoro ya hao ha e so ka e ingodisa, letsatsi la pele ke mahala ho diphakeje tse ding.',
  },
};

/** Which of the packages on sale begin with a free day. */
export function freeDayOf(offered: readonly Pick<SoldPackage, 'trialDays'>[]): FreeDay {
  const free = offered.filter(({ trialDays }) => trialDays > 0).length;
  if (free === 0) return 'none';
  return free === offered.length ? 'all' : 'some';
}

function factsOf(
  operator: Operator,
  freeDay: FreeDay,
  language: Language,
): Readonly<Record<HelpPlace, string>> {
  const { packages, ...facts } = operator;
  const { periods, or, write } = JOINED[language];
  const prices = packages.map(({ price, period }) => `${price} ${periods[period] ?? period}`);
  const last = prices.at(-1) ?? '';
  const gap = write.endsWith('-') ? '' : ' ';
  return {
    ...facts,
    prices: prices.length > 1 ? `${prices.slice(0, -1).join(', ')} ${or} ${last}` : last,
    freeDay: freeDay === 'none' ? '' : ` ${FREE_DAY[language][freeDay]}`,
    orWrite: operator.supportEmail === '' ? '' : ` ${write}${gap}${operator.supportEmail}`,
  };
}
