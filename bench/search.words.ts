import { type SeededRandom, seededRandom } from '@bonisa/artwork/seeded-random';

/**
 * Words for a large catalogue: some real words of each language, as titles use them, and many more
 * composed from its syllables, so that the number of different words is realistic. No real names,
 * no real brands.
 */

const LANGUAGES: Readonly<
  Record<string, { words: string; beginnings: string; middles: string; ends: string }>
> = {
  af: {
    words: 'môre liedjie vuurtoring berg nag huis kinders reën brood see wind storie pad hart lig',
    beginnings: 'wa ve bo ka ly sko vu pla ste kra blo dri',
    middles: 'ter ver nder lle kke sse mme gge',
    ends: 'de ing heid ster vlei ries skap laer',
  },
  en: {
    words:
      'river sunrise long night home street kitchen summer stories road light dance winter letters',
    beginnings: 'sun wil bri har mor sto lan fea cla whi tam gol',
    middles: 'der low lit ber ney ter ming sha',
    ends: 'ton ly ness field wood ing side stone',
  },
  nr: {
    words: 'ikhaya izulu umntwana ilanga imbali umsebenzi indlela',
    beginnings: 'u i aba ama isi um',
    middles: 'ntwa kha dlo tjha mbi the gwe',
    ends: 'na la ni ba kazi si',
  },
  nso: {
    words: 'lerato letšatši pula mošomo motse tsela bošego',
    beginnings: 'le mo ba bo di se',
    middles: 'ra tša hlo pha kgo thi ma',
    ends: 'to ng ga la lo ši',
  },
  ss: {
    words: 'likhaya umlilo inkhosi emanti indzaba lilanga',
    beginnings: 'li um in ema ti si',
    middles: 'khu tse ndza lwa mba fu',
    ends: 'ya lo si ti ba ne',
  },
  st: {
    words: 'lehae tsatsi pula mosebetsi naledi tsela bosiu',
    beginnings: 'le mo ba bo di se',
    middles: 'ha tsa phe kgo lwa mme tho',
    ends: 'e ng si di la ho',
  },
  tn: {
    words: 'lorato letsatsi pula tiro motse tsela bosigo',
    beginnings: 'lo mo ba bo di se',
    middles: 'ra tsa tlha pe kgo swe ne',
    ends: 'to ng go la tse',
  },
  ts: {
    words: 'rirhandzu dyambu mpfula ntirho muti ndlela vusiku',
    beginnings: 'ri xi va swi ma nd',
    middles: 'rha nhla mpfu tsu kho hle',
    ends: 'ndzu bu la ka ni sa',
  },
  ve: {
    words: 'lufuno ḓuvha mvula mushumo muḓi nḓila vhusiku',
    beginnings: 'lu mu vha tshi ma n',
    middles: 'fu ḓi shu ṱha pfu ngo ḽa',
    ends: 'no la mo ni ṋe vho',
  },
  xh: {
    words: 'ikhaya uthando ilanga imvula umsebenzi indlela ubusuku',
    beginnings: 'u i aba ama isi um ubu',
    middles: 'tha kha qhe nge hlo mva xo',
    ends: 'ndo ya la ni ba lwa',
  },
  zu: {
    words: 'isibane ikhaya uthando ilanga imvula umsebenzi indlela ubusuku umakhelwane',
    beginnings: 'u i aba ama isi um ubu',
    middles: 'tha kha nga hlo mbu zwe dla',
    ends: 'ndo ne la ni ba kazi',
  },
};

const MADE_A_LANGUAGE = 2400;
const GIVEN =
  'Nomsa Thabo Lerato Pieter Zanele Sipho Anika Mpho Élodie Rofhiwa Khensani Ayanda Dineo Johan Naledi Themba Lwazi Fatima Kagiso Mulalo'.split(
    ' ',
  );

export interface Vocabulary {
  readonly language: string;
  /** The most frequent words first. */
  readonly words: readonly string[];
}

/** The words of all eleven languages, the same for the same seed. */
export function makeVocabularies(seed: string): Vocabulary[] {
  return Object.entries(LANGUAGES).map(([language, { words, beginnings, middles, ends }]) => {
    const random = seededRandom(`${seed} ${language}`);
    const made = new Set(words.split(' '));
    const [first, inner, last] = [beginnings, middles, ends].map((syllables) =>
      syllables.split(' '),
    );
    for (let tries = 0; made.size < MADE_A_LANGUAGE && tries < MADE_A_LANGUAGE * 20; tries++) {
      const syllables = Array.from({ length: random.between(1, 3) }, () =>
        random.pick(inner ?? []),
      );
      made.add(random.pick(first ?? []) + syllables.join('') + random.pick(last ?? []));
    }
    return { language, words: [...made] };
  });
}

/** A word with a realistic frequency: a few words are very common, most are rare. */
export function wordOf({ words }: Vocabulary, random: SeededRandom): string {
  const place = Math.floor(words.length ** random.next()) - 1;
  return words[Math.min(place + random.between(0, 12), words.length - 1)] ?? '';
}

/** `count` different names of people. */
export function makePeople(
  vocabularies: readonly Vocabulary[],
  count: number,
  random: SeededRandom,
): string[] {
  const names = new Set<string>();
  while (names.size < count)
    names.add(`${random.pick(GIVEN)} ${capital(random.pick(random.pick(vocabularies).words))}`);
  return [...names];
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
