import type { Language } from '../languages.ts';

/** The facts in the sentences around Accept. */
export interface ConsentFacts {
  /** Service and package: `Bonisa Daily`. */
  readonly what: string;
  /** `5.00`. */
  readonly amount: string;
  /** `R5.00/day`. */
  readonly price: string;
  /** Of a price that begins later: its day, `2026-12-24`; empty otherwise. */
  readonly day: string;
  /** The price until then, `R5.00/day`; empty otherwise. */
  readonly held: string;
  readonly supportNumber: string;
}

/** The sentences around Accept in a language other than English. */
export interface ConsentTranslation {
  /** Written to the consent record. Change it with the words. */
  readonly version: string;
  /**
   * Whether a speaker has reviewed the words. Until then the English price and STOP words stand
   * beside them, and the record holds both.
   */
  readonly reviewed: boolean;
  readonly trial: (facts: ConsentFacts) => string;
  readonly now: (facts: ConsentFacts) => string;
  readonly later: (facts: ConsentFacts) => string;
  /** A new price of the held package from a day on. */
  readonly from: (facts: ConsentFacts) => string;
  /** That unused time, free or paid, is added; it follows `now`. */
  readonly added: string;
  readonly stop: string;
  readonly adult: (facts: ConsentFacts) => string;
}

/** The translations, with the review of each (`docs/languages.md`). */
export const CONSENT_TRANSLATIONS: Readonly<Record<Exclude<Language, 'en'>, ConsentTranslation>> = {
  zu: {
    version: '2026-11-2-zu',
    reviewed: false,
    trial: ({ what, price }) =>
      `${what} insizakalo yokubhalisa: usuku lokuqala LUMAHHALA, bese kuthathwa u-${price} ku-airtime yakho uze uyeke.`,
    now: ({ what, amount, price }) =>
      `${what} insizakalo yokubhalisa: u-R${amount} uthathwa manje ku-airtime yakho, bese kuba u-${price} uze uyeke.`,
    later: ({ what, price }) =>
      `${what} insizakalo yokubhalisa: uma isikhathi osikhokhele siphela, kuthathwa u-${price} ku-airtime yakho uze uyeke. Akukho okuthathwayo manje.`,
    from: ({ what, price, day, held }) =>
      `${what} insizakalo yokubhalisa: kusukela ngo-${day}, kuthathwa u-${price} ku-airtime yakho uze uyeke. Kuze kube yilolo suku ukhokha u-${held}. Akukho okuthathwayo manje.`,
    added: 'Noma yisiphi isikhathi samahhala noma osikhokhele esisele siyengezwa.',
    stop: 'Izintengo zihlanganisa i-VAT. Ukuze uyeke noma nini, phendula imiyalezo yethu ngo-STOP noma usebenzise iphrofayela yakho; ukuyeka kumahhala.',
    adult: ({ supportNumber }) =>
      `Ngokucindezela Yamukela uqinisekisa ukuthi uneminyaka engu-18 noma ngaphezulu, noma unemvume yomuntu okhokha i-akhawunti. Usizo: ${supportNumber}.`,
  },
  xh: {
    version: '2026-11-2-xh',
    reviewed: false,
    trial: ({ what, price }) =>
      `${what} inkonzo yomrhumo: usuku lokuqala LUSIMAHLA, emva koko kuthathwa i-${price} kwi-airtime yakho ude uyeke.`,
    now: ({ what, amount, price }) =>
      `${what} inkonzo yomrhumo: i-R${amount} ithathwa ngoku kwi-airtime yakho, emva koko i-${price} ude uyeke.`,
    later: ({ what, price }) =>
      `${what} inkonzo yomrhumo: xa liphela ixesha olihlawuleleyo, kuthathwa i-${price} kwi-airtime yakho ude uyeke. Akukho nto ithathwayo ngoku.`,
    from: ({ what, price, day, held }) =>
      `${what} inkonzo yomrhumo: ukususela ngo-${day}, kuthathwa i-${price} kwi-airtime yakho ude uyeke. Kude kube ngulo mhla uhlawula i-${held}. Akukho nto ithathwayo ngoku.`,
    added: 'Naliphi na ixesha lasimahla okanye olihlawuleleyo eliseleyo liyongezwa.',
    stop: 'Amaxabiso aquka i-VAT. Ukuyeka nangaliphi na ixesha, phendula imiyalezo yethu ngo-STOP okanye usebenzise iprofayile yakho; ukuyeka kusimahla.',
    adult: ({ supportNumber }) =>
      `Ngokucinezela u-Yamkela uqinisekisa ukuba uneminyaka eyi-18 nangaphezulu, okanye unemvume yomntu ohlawula i-akhawunti. Uncedo: ${supportNumber}.`,
  },
  af: {
    version: '2026-11-2-af',
    reviewed: false,
    trial: ({ what, price }) =>
      `${what} intekendiens: eerste dag GRATIS, daarna word ${price} van jou lugtyd geneem totdat jy stop.`,
    now: ({ what, amount, price }) =>
      `${what} intekendiens: R${amount} word nou van jou lugtyd geneem, daarna ${price} totdat jy stop.`,
    later: ({ what, price }) =>
      `${what} intekendiens: wanneer jou betaalde tyd eindig, word ${price} van jou lugtyd geneem totdat jy stop. Niks word nou geneem nie.`,
    from: ({ what, price, day, held }) =>
      `${what} intekendiens: vanaf ${day} word ${price} van jou lugtyd geneem totdat jy stop. Tot dan betaal jy ${held}. Niks word nou geneem nie.`,
    added: 'Enige gratis of betaalde tyd wat jy oor het, word bygevoeg.',
    stop: 'Pryse sluit BTW in. Om enige tyd te stop, antwoord STOP op ons boodskappe of gebruik jou profiel; om te stop is gratis.',
    adult: ({ supportNumber }) =>
      `Deur Aanvaar te druk bevestig jy dat jy 18 of ouer is of die toestemming het van die persoon wat die rekening betaal. Hulp: ${supportNumber}.`,
  },
  st: {
    version: '2026-11-2-st',
    reviewed: false,
    trial: ({ what, price }) =>
      `${what} tshebeletso ya peeletso: letsatsi la pele ke MAHALA, ebe ${price} e nkuwa ho airtime ya hao ho fihlela o emisa.`,
    now: ({ what, amount, price }) =>
      `${what} tshebeletso ya peeletso: R${amount} e nkuwa jwale ho airtime ya hao, ebe e eba ${price} ho fihlela o emisa.`,
    later: ({ what, price }) =>
      `${what} tshebeletso ya peeletso: ha nako eo o e lefetseng e fela, ${price} e nkuwa ho airtime ya hao ho fihlela o emisa. Ha ho letho le nkuwang jwale.`,
    from: ({ what, price, day, held }) =>
      `${what} tshebeletso ya peeletso: ho tloha ka ${day}, ${price} e nkuwa ho airtime ya hao ho fihlela o emisa. Ho fihlela letsatsi leo o lefa ${held}. Ha ho letho le nkuwang jwale.`,
    added: 'Nako efe kapa efe ya mahala kapa eo o e lefetseng e setseng e a eketswa.',
    stop: 'Ditheko di kenyeletsa VAT. Ho emisa neng kapa neng, araba melaetsa ya rona ka STOP kapa o sebedise porofaele ya hao; ho emisa ke mahala.',
    adult: ({ supportNumber }) =>
      `Ka ho tobetsa Amohela o netefatsa hore o dilemo di 18 kapa ho feta, kapa o na le tumello ya motho ya lefang akhaonto. Thuso: ${supportNumber}.`,
  },
};
