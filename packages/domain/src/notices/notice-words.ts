import type { Language } from '../languages.ts';

/**
 * The words of short messages, with places in braces. `{product}` is service and package,
 * `{cost}` the price with its period and VAT, `{stop}` the sentence about STOP.
 */
export interface NoticeWords {
  /** Of twelve months, with spaces between. */
  readonly months: string;
  readonly help_line: string;
  readonly stop: string;
  readonly cost: string;
  readonly link_watch: string;
  readonly link_back: string;
  readonly link_page: string;
  readonly link_to_watch: string;
  readonly welcome: string;
  readonly welcome_trial: string;
  readonly trial_ends: string;
  readonly receipt: string;
  readonly reminder: string;
  readonly not_paid: string;
  readonly parked: string;
  readonly month_taken: string;
  readonly goodbye: string;
  readonly goodbye_in_flight: string;
  readonly watch_until: string;
  readonly ended_not_paid: string;
  readonly ended_not_allowed: string;
  readonly refund: string;
  readonly sign_in_tries: string;
  readonly device_signed_in: string;
  readonly package_changed: string;
  readonly price_offered: string;
  readonly help_subscribed: string;
  readonly help: string;
  readonly stop_asked: string;
  readonly start: string;
  readonly blocked: string;
  readonly not_subscribed: string;
}

export type NoticeWordsKey = keyof NoticeWords;

/**
 * What each text must name, so that price, way to stop and support number are never missing (ICASA
 * regulation 6(5), WASPA 15). The sentence about STOP names the word itself.
 */
export const NOTICE_PLACES: Readonly<Record<NoticeWordsKey, readonly string[]>> = {
  months: [],
  help_line: ['number'],
  stop: [],
  cost: ['price'],
  link_watch: ['address'],
  link_back: ['address'],
  link_page: ['address'],
  link_to_watch: ['address'],
  welcome: ['product', 'cost', 'stop'],
  welcome_trial: ['product', 'cost', 'stop'],
  trial_ends: ['product', 'time', 'cost', 'stop'],
  receipt: ['product', 'amount', 'time', 'stop'],
  reminder: ['product', 'cost', 'stop'],
  not_paid: ['product', 'amount', 'time', 'stop'],
  parked: ['product', 'cost', 'stop'],
  month_taken: ['product', 'amount', 'cost', 'date', 'stop'],
  goodbye: ['service'],
  goodbye_in_flight: ['service'],
  watch_until: ['time'],
  ended_not_paid: ['product'],
  ended_not_allowed: ['product'],
  refund: ['service', 'amount'],
  sign_in_tries: ['service'],
  device_signed_in: ['service', 'client'],
  package_changed: ['product', 'time', 'cost', 'stop'],
  price_offered: ['product', 'cost', 'date', 'amount', 'stop'],
  help_subscribed: ['product', 'cost', 'stop'],
  help: ['service'],
  stop_asked: ['service', 'stop'],
  start: ['service'],
  blocked: ['service'],
  not_subscribed: ['service'],
};

/** Whether a speaker has reviewed the words of a language; until then English is sent. */
export const NOTICES_REVIEWED: Readonly<Record<Language, boolean>> = {
  en: true,
  zu: false,
  xh: false,
  af: false,
  st: false,
};

/** Our words. The English ones are fixed: the specification and other programs read them. */
export const NOTICE_WORDS: Readonly<Record<Language, NoticeWords>> = {
  en: {
    months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
    help_line: 'Help: {number}',
    stop: 'To stop reply STOP.',
    cost: '{price} incl VAT',
    link_watch: 'Watch: {address}.',
    link_back: 'Come back: {address}.',
    link_page: 'Go to {address}.',
    link_to_watch: 'To watch go to {address}.',
    welcome: 'Welcome to {product} video. You are subscribed. {cost}. {stop}',
    welcome_trial:
      'Welcome to {product} video. You are subscribed. First day free, then {cost}. {stop}',
    trial_ends:
      '{product}: your free day ends {time}. Then {cost} is taken from your airtime. {stop}',
    receipt:
      '{product}: thank you, {amount} incl VAT was taken from your airtime. Paid until {time}. {stop}',
    reminder: 'Reminder: you are subscribed to {product} at {cost}. {stop}',
    not_paid:
      '{product}: we could not take {amount}. We try again; please recharge. Watch until {time}. {stop}',
    parked: '{product}: not paid, so you cannot watch now. Recharge to go on at {cost}. {stop}',
    month_taken:
      '{product}: {amount} taken this month. {cost} from {date}, or accept in My Account. {stop}',
    goodbye: 'You have been unsubscribed from {service}. Nothing more is taken.',
    goodbye_in_flight:
      'You have been unsubscribed from {service}. Nothing more is taken; a payment under way is returned.',
    watch_until: 'Watch until {time}.',
    ended_not_paid: '{product} has ended: it was not paid. Nothing more is taken.',
    ended_not_allowed:
      '{product} has ended: your network allows no payments from this number. Nothing more is taken.',
    refund: '{service}: we have given {amount} back to your airtime.',
    sign_in_tries:
      '{service}: too many tries to sign in with your number. Not you? Nothing was changed; never tell anybody a code.',
    device_signed_in:
      '{service}: a device ({client}) was signed in with your number. Not you? Sign it out in My Account.',
    package_changed: '{product} from {time}: {cost} from your airtime. {stop}',
    price_offered:
      '{product} costs {cost} from {date}. Accept it in My Account, or you keep {amount}. {stop}',
    help_subscribed: '{product} at {cost}. {stop}',
    help: '{service}: to stop reply STOP.',
    stop_asked:
      '{service}: do you want to stop? {stop} Any other reply in 24 hours, except a question, stops it too.',
    start: '{service}: nothing starts by a message alone. To subscribe use our page.',
    blocked:
      '{service}: this number is blocked now. Nothing more is taken and nobody can subscribe with it.',
    not_subscribed: '{service}: this number has no subscription. Nothing is taken.',
  },
  zu: {
    months: 'Jan Feb Mas Eph Mey Jun Jul Aga Sep Okt Nov Dis',
    help_line: 'Usizo: {number}',
    stop: 'Ukuyeka phendula STOP.',
    cost: '{price} ne-VAT',
    link_watch: 'Buka: {address}.',
    link_back: 'Buya: {address}.',
    link_page: 'Iya ku-{address}.',
    link_to_watch: 'Ukubuka iya ku-{address}.',
    welcome: 'Siyakwamukela. Ubhalisile ku-{product} ividiyo. {cost}. {stop}',
    welcome_trial: 'Ubhalisile ku-{product} ividiyo. Usuku lokuqala mahhala, bese {cost}. {stop}',
    trial_ends: '{product}: usuku lwamahhala luphela {time}. Bese {cost} ku-airtime. {stop}',
    receipt: '{product}: kuthathwe {amount} ne-VAT ku-airtime. Kuze kube {time}. {stop}',
    reminder: 'Isikhumbuzo: ubhalise ku-{product} ngo-{cost}. {stop}',
    not_paid: '{product}: {amount} akathathwanga. Faka i-airtime. Buka kuze kube {time}. {stop}',
    parked: '{product}: akukhokhiwe, awukwazi ukubuka. Faka i-airtime: {cost}. {stop}',
    month_taken: '{product}: kuthathwe {amount} kule nyanga. {cost} futhi kusukela {date}. {stop}',
    goodbye: 'Ukubhalisa kwakho ku-{service} kuphelile. Akusekho okuthathwayo.',
    goodbye_in_flight:
      'Ukubhalisa kwakho ku-{service} kuphelile. Akusekho okuthathwayo; inkokhelo esendleleni iyabuya.',
    watch_until: 'Buka kuze kube {time}.',
    ended_not_paid: '{product} iphelile: ayikhokhwanga. Akusekho okuthathwayo.',
    ended_not_allowed:
      '{product} iphelile: inethiwekhi yakho ayivumi inkokhelo ngale nombolo. Akusekho okuthathwayo.',
    refund: '{service}: sibuyisele {amount} ku-airtime yakho.',
    sign_in_tries:
      '{service}: kuzanywe kaningi ukungena ngenombolo yakho. Akuwena? Akukho okushintshile; ungatsheli muntu ikhodi.',
    device_signed_in:
      '{service}: idivayisi ({client}) ingenisiwe ngenombolo yakho. Akuwena? Yikhiphe ku-akhawunti yakho.',
    package_changed: '{product} kusukela {time}: {cost} ku-airtime yakho. {stop}',
    price_offered:
      '{product}: {cost} kusukela {date}. Yamukela kuphrofayela, noma ugcine {amount}. {stop}',
    help_subscribed: '{product}: {cost}. {stop}',
    help: '{service}: {stop}',
    stop_asked:
      '{service}: ufuna ukuyeka? {stop} Noma iyiphi impendulo emahoreni angu-24, ngaphandle kombuzo, iyakuyekisa.',
    start: '{service}: akukho okuqala ngomyalezo kuphela. Ukubhalisa sebenzisa ikhasi lethu.',
    blocked:
      '{service}: le nombolo ivinjiwe manje. Akusekho okuthathwayo, akekho ongabhalisa ngayo.',
    not_subscribed: '{service}: le nombolo ayibhalisile. Akukho okuthathwayo.',
  },
  xh: {
    months: 'Jan Feb Mat Epr Mey Jun Jul Aga Sep Okt Nov Dis',
    help_line: 'Uncedo: {number}',
    stop: 'Ukuyeka phendula STOP.',
    cost: '{price} ne-VAT',
    link_watch: 'Bukela: {address}.',
    link_back: 'Buya: {address}.',
    link_page: 'Yiya ku-{address}.',
    link_to_watch: 'Ukubukela yiya ku-{address}.',
    welcome: 'Wamkelekile. Ubhalisile kwi-{product} ividiyo. {cost}. {stop}',
    welcome_trial: 'Ubhalisile kwi-{product} ividiyo. Usuku lokuqala simahla, ze {cost}. {stop}',
    trial_ends: '{product}: usuku lwasimahla luphela {time}. Ze {cost} kwi-airtime. {stop}',
    receipt: '{product}: kuthathwe {amount} ne-VAT kwi-airtime. Kude kube {time}. {stop}',
    reminder: 'Isikhumbuzo: ubhalise kwi-{product} nge-{cost}. {stop}',
    not_paid: '{product}: {amount} ayithathwanga. Faka i-airtime. Bukela de kube {time}. {stop}',
    parked: '{product}: akuhlawulwanga, awunakubukela. Faka i-airtime: {cost}. {stop}',
    month_taken:
      '{product}: kuthathwe {amount} kule nyanga. {cost} kwakhona ukusuka {date}. {stop}',
    goodbye: 'Umrhumo wakho we-{service} uphelile. Akusekho nto ithathwayo.',
    goodbye_in_flight:
      'Umrhumo wakho we-{service} uphelile. Akusekho nto ithathwayo; intlawulo esendleleni iyabuya.',
    watch_until: 'Bukela de kube {time}.',
    ended_not_paid: '{product} iphelile: ayihlawulwanga. Akusekho nto ithathwayo.',
    ended_not_allowed:
      '{product} iphelile: uthungelwano lwakho aluvumi ntlawulo ngale nombolo. Akusekho nto ithathwayo.',
    refund: '{service}: sibuyisele {amount} kwi-airtime yakho.',
    sign_in_tries:
      '{service}: kuzanywe kaninzi ukungena ngenombolo yakho. Ayinguwe? Akukho nto itshintshileyo; ungaxeleli mntu ikhowudi.',
    device_signed_in:
      '{service}: isixhobo ({client}) singeniswe ngenombolo yakho. Ayinguwe? Sikhuphe kwi-akhawunti yakho.',
    package_changed: '{product} ukususela {time}: {cost} kwi-airtime yakho. {stop}',
    price_offered:
      '{product}: {cost} ukusuka {date}. Yamkela kwiprofayile, okanye ugcine {amount}. {stop}',
    help_subscribed: '{product}: {cost}. {stop}',
    help: '{service}: {stop}',
    stop_asked:
      '{service}: ufuna ukuyeka? {stop} Nayiphi na impendulo kwiiyure ezingama-24, ngaphandle kombuzo, iyayekisa.',
    start: '{service}: akukho nto iqala ngomyalezo wodwa. Ukubhalisa sebenzisa iphepha lethu.',
    blocked:
      '{service}: le nombolo ivaliwe ngoku. Akusekho nto ithathwayo, akukho unokubhalisa ngayo.',
    not_subscribed: '{service}: le nombolo ayibhaliswanga. Akukho nto ithathwayo.',
  },
  af: {
    months: 'Jan Feb Mrt Apr Mei Jun Jul Aug Sep Okt Nov Des',
    help_line: 'Hulp: {number}',
    stop: 'Om te stop antwoord STOP.',
    cost: '{price} BTW ingesl',
    link_watch: 'Kyk: {address}.',
    link_back: 'Kom terug: {address}.',
    link_page: 'Gaan na {address}.',
    link_to_watch: 'Om te kyk gaan na {address}.',
    welcome: 'Welkom by {product} video. Jy is ingeteken. {cost}. {stop}',
    welcome_trial: 'Welkom by {product} video. Ingeteken. Eerste dag gratis, dan {cost}. {stop}',
    trial_ends: '{product}: jou gratis dag eindig {time}. Dan {cost} van jou lugtyd. {stop}',
    receipt: '{product}: {amount} BTW ingesl is van jou lugtyd geneem. Betaal tot {time}. {stop}',
    reminder: 'Herinnering: jy is ingeteken op {product} teen {cost}. {stop}',
    not_paid: '{product}: ons kon nie {amount} neem nie. Herlaai asb. Kyk tot {time}. {stop}',
    parked: '{product}: nie betaal, jy kan nie nou kyk nie. Herlaai: {cost}. {stop}',
    month_taken: '{product}: {amount} is hierdie maand geneem. {cost} weer vanaf {date}. {stop}',
    goodbye: 'Jy is uitgeteken van {service}. Niks meer word geneem nie.',
    goodbye_in_flight:
      "Jy is uitgeteken van {service}. Niks meer word geneem nie; 'n betaling onderweg kom terug.",
    watch_until: 'Kyk tot {time}.',
    ended_not_paid: '{product} is verby: dit is nie betaal nie. Niks meer word geneem nie.',
    ended_not_allowed:
      '{product} is verby: jou netwerk laat geen betaling van hierdie nommer toe nie. Niks meer word geneem nie.',
    refund: '{service}: ons het {amount} na jou lugtyd teruggegee.',
    sign_in_tries:
      "{service}: te veel pogings om met jou nommer aan te meld. Nie jy nie? Niks het verander nie; moet niemand 'n kode gee nie.",
    device_signed_in:
      "{service}: 'n toestel ({client}) is met jou nommer aangemeld. Nie jy nie? Meld dit af in My rekening.",
    package_changed: '{product} vanaf {time}: {cost} van jou lugtyd. {stop}',
    price_offered:
      '{product}: {cost} vanaf {date}. Aanvaar in My Rekening, of behou {amount}. {stop}',
    help_subscribed: '{product} teen {cost}. {stop}',
    help: '{service}: {stop}',
    stop_asked:
      "{service}: wil jy stop? {stop} Enige ander antwoord binne 24 uur, behalwe 'n vraag, stop dit ook.",
    start: "{service}: niks begin net met 'n boodskap nie. Om in te teken gebruik ons bladsy.",
    blocked:
      '{service}: hierdie nommer is nou geblokkeer. Niks meer word geneem nie en niemand kan daarmee inteken nie.',
    not_subscribed: '{service}: hierdie nommer het geen intekening nie. Niks word geneem nie.',
  },
  st: {
    months: 'Phe Hla Hlk Mme Mot Phj Phu Pha Lwe Mph Pud Tsh',
    help_line: 'Thuso: {number}',
    stop: 'Ho emisa araba STOP.',
    cost: '{price} le VAT',
    link_watch: 'Shebella: {address}.',
    link_back: 'Kgutla: {address}.',
    link_page: 'Eya ho {address}.',
    link_to_watch: 'Ho shebella eya ho {address}.',
    welcome: 'Rea o amohela ho {product} video. O ingodisitse. {cost}. {stop}',
    welcome_trial: 'O ingodisitse ho {product} video. Letsatsi la pele mahala, ebe {cost}. {stop}',
    trial_ends: '{product}: letsatsi la mahala le fela {time}. Ebe {cost} ho airtime. {stop}',
    receipt: '{product}: {amount} le VAT e nkuwe ho airtime. E lefilwe ho fihla {time}. {stop}',
    reminder: 'Kgopotso: o ingodisitse ho {product} ka {cost}. {stop}',
    not_paid: '{product}: {amount} ha e a nkuwa. Kenya airtime. Shebella ho fihla {time}. {stop}',
    parked: '{product}: ha e a lefshwa, o ke ke wa shebella. Kenya airtime: {cost}. {stop}',
    month_taken: '{product}: {amount} e nkuwe kgweding ena. {cost} hape ho tloha {date}. {stop}',
    goodbye: 'O tswile ho {service}. Ha ho sa na letho le nkuwang.',
    goodbye_in_flight:
      'O tswile ho {service}. Ha ho sa na letho le nkuwang; tefo e tseleng e a kgutla.',
    watch_until: 'Shebella ho fihla {time}.',
    ended_not_paid: '{product} e fedile: ha e a lefshwa. Ha ho sa na letho le nkuwang.',
    ended_not_allowed:
      '{product} e fedile: marangrang a hao ha a dumelle tefo nomorong ena. Ha ho sa na letho le nkuwang.',
    refund: '{service}: re kgutlisitse {amount} ho airtime ya hao.',
    sign_in_tries:
      '{service}: ho lekilwe hangata ho kena ka nomoro ya hao. Ha se wena? Ha ho letho le fetohileng; o se bolelle motho khoutu.',
    device_signed_in:
      '{service}: sesebediswa ({client}) se kentswe ka nomoro ya hao. Ha se wena? Se ntshe akhaonteng ya hao.',
    package_changed: '{product} ho tloha {time}: {cost} ho airtime ya hao. {stop}',
    price_offered:
      '{product}: {cost} ho tloha {date}. Amohela akhaontong, kapa o boloke {amount}. {stop}',
    help_subscribed: '{product} ka {cost}. {stop}',
    help: '{service}: {stop}',
    stop_asked:
      '{service}: o batla ho emisa? {stop} Karabo efe kapa efe ka dihora tse 24, ntle le potso, e a emisa.',
    start:
      '{service}: ha ho letho le qalang ka molaetsa feela. Ho ingodisa sebedisa leqephe la rona.',
    blocked:
      '{service}: nomoro ena e thibetswe jwale. Ha ho letho le nkuwang, ha ho ya ka ingodisang ka yona.',
    not_subscribed: '{service}: nomoro ena ha e a ngodiswa. Ha ho letho le nkuwang.',
  },
};

/** The message with a code: what it approves, and that it is told to nobody. */
export interface OtpWords {
  readonly subscribe: string;
  readonly trial: string;
  readonly sign_in: string;
}

/** `{code}` is where the carrier puts the code. Every text has the word OTP. */
export const OTP_WORDS: Readonly<Record<Language, OtpWords>> = {
  en: {
    subscribe:
      '{code} is your {service} OTP for {price}. Only enter it on our page; never tell it to anyone.',
    trial:
      '{code} is your {service} OTP for {price}, first day FREE. Only enter it on our page; never tell it to anyone.',
    sign_in:
      '{code} is your {service} OTP to sign in. Only enter it on our page; never tell it to anyone.',
  },
  zu: {
    subscribe:
      '{code} yi-OTP yakho ye-{service} ngo-{price}. Yifake ekhasini lethu kuphela; ungatsheli muntu.',
    trial:
      '{code} yi-OTP yakho ye-{service} ngo-{price}, usuku lokuqala MAHHALA. Yifake ekhasini lethu kuphela; ungatsheli muntu.',
    sign_in:
      '{code} yi-OTP yakho ye-{service} yokungena. Yifake ekhasini lethu kuphela; ungatsheli muntu.',
  },
  xh: {
    subscribe:
      '{code} yi-OTP yakho ye-{service} nge-{price}. Yifake kwiphepha lethu kuphela; ungaxeleli mntu.',
    trial:
      '{code} yi-OTP yakho ye-{service} nge-{price}, usuku lokuqala SIMAHLA. Yifake kwiphepha lethu kuphela; ungaxeleli mntu.',
    sign_in:
      '{code} yi-OTP yakho ye-{service} yokungena. Yifake kwiphepha lethu kuphela; ungaxeleli mntu.',
  },
  af: {
    subscribe:
      '{code} is jou {service}-OTP vir {price}. Tik dit net op ons bladsy in; gee dit vir niemand nie.',
    trial:
      '{code} is jou {service}-OTP vir {price}, eerste dag GRATIS. Tik dit net op ons bladsy in; gee dit vir niemand nie.',
    sign_in:
      '{code} is jou {service}-OTP om aan te meld. Tik dit net op ons bladsy in; gee dit vir niemand nie.',
  },
  st: {
    subscribe:
      '{code} ke OTP ya hao ya {service} ka {price}. E kenye leqepheng la rona feela; o se bolelle motho.',
    trial:
      '{code} ke OTP ya hao ya {service} ka {price}, letsatsi la pele MAHALA. E kenye leqepheng la rona feela; o se bolelle motho.',
    sign_in:
      '{code} ke OTP ya hao ya {service} ya ho kena. E kenye leqepheng la rona feela; o se bolelle motho.',
  },
};
