import { editDistance } from '../catalogue/edit-distance.ts';

/**
 * The words that end a subscription, in the eleven official languages that are written, folded as
 * `fold-text.ts` folds: small letters, no marks.
 */

/** Words that ask to stop, wherever they are in a text. */
const STOP = words(`
  stop unsubscribe unsub unsubs optout deactivate deregister unregister discontinue terminate
  deactive stopsit uitteken afmeld uitskryf arret parar simama yeka yeke yekela yekele misa mise
  rhoxisa roxisa hoxisa rhoxa roxa hoxa phelisa felisa fhelisa nqamula nqumamisa ngiyeke ngiyekele
  ngisuse ngikhiphe ngikhuphe ngikhulule ngilise ngitjhiye ndiyeke ndiyekele ndisuse ndikhuphe
  ndikhulule emisa emise nkemise nkemisetse kgaotsa khaotsa khutlisa fedisa tlogela tlohela
  ntlogele ntlohele ntlogelle ntlohelle ntlose ntshe nntshe tshika tshike ndzitshike yimisa herisa
  ndzisuse ndzihumese litsha litshe imisa mbvise mmbvise nditshe jamisa khawuyeke khawuyekele
  khawumise jamise yimise vimba vimbe ngivimbele awume khawume lesa`);

/** Misspellings of `stop` that no rule of {@link isStopWord} finds in the middle of a text. */
const MISSPELLED = words(
  'stp stpo sotp sopt tsop stob ztop stap stip srop dtop xtop stopo stpop shtop ctop stawp',
);

/** Words that ask to stop where they are the text, or have only fillers beside them. */
const ALONE = words(`
  end quit exit remove delete leave finish out halt enough nomore decline abort einde eindig
  beeindig staak uit af verwyder genoeg ophou los skei yima ima ime nime ema tswa mani jama lisa
  susa vala phuma qeda cedza cima tima dzima esula sula khipha khupha bva bvisa huma fhedza tlosa
  ntsha tswala tswalela kwala qeta hlakola hlakole phimola phumola tjhiya cancelation
  unsubscription suka voetsek voetsak foetsek fokof pfala timula kwanele lekane ngiqedile
  ukuma kuma qede ntshwa ringene lingana`);

/** Words that say nothing of their own in a request. */
const FILLERS = words(`
  please pls plz plis plse kindly now immediately today hi hello hey dear sir madam ok okay just
  it this that the these those my me mine us you your ur u a an of from for with on to i im am we
  want wanna would like need must sub subs subscription subscriptions service services sms smses
  message messages text texts msg msgs thing things everything all video videos daily weekly
  monthly package plan account number thanks thank asseblief asb dankie dit hierdie die net nou
  man bra sisi bhuti ngifuna ndifuna ngibawa ngicela ngiyacela ndicela ndiyacela nceda siyabonga
  ngiyabonga enkosi ndiyabulela lokhu loku lento yonke konke manje ngoku ke kopa kgopela batla
  nyaka hle tle hape e ena se sena leo jwale bjale ho go kea leboha leboga ndzi kombela lava mi
  swi leswi sweswi ndi khou toda u humbela hezwi zwino aa ndo livhuwa khona ngikubawa nginibawa
  leli le lo uku ku ni nto into inombolo nombolo nomboro nomoro nomere nommer yami yam ya ka
  yanga mina nna kum kimi ake zwo`);

/** Words of a person who may want to stop. */
const HINTS = words(`
  cancelled canceled cancelling canceling cancelation cancellation unsubscribed deactivated
  removed refund refunds steal stealing stole stolen scam scams scammers fraud thief thiefs
  thieves rob robbing robbed crooks deduct deducting deducted deductions unwanted complaint
  annoying annoyed irritating hopeless ended suspend pause disconnect ingeskryf angibhalisanga
  andibhalisanga angizibhalisanga ngolisa ngodisa sukuthatha`);

/** Answers that say no to something, and real words that a slip of the finger makes of `stop`. */
const UNCLEAR_ALONE = words(`
  no nope nah nee cha hayi aowa nnyaa tjhe awa bye goodbye top step shop sop slop atop swop stow
  spot post pots opts stoep`);

const PREFIX = '(?:uku|(?:se)?(?:ngi|ndi)(?:ya)?|awu|asi|yi|ku|ke|ka|ba|si|ni|a|i|u)?';
/** A word without its plural (`yekani`, `emisang`), and without its beginning (`ukuyeka`). */
const PLURAL = /(?:ni|ng)$/;
const BEGINNING = new RegExp(`^${PREFIX}`);
/** `cancel` and what other languages have made of it: khansela, kanselleer. */
const CANCEL = new RegExp(`^${PREFIX}(?:k|kh|c|ch)an[cst]{1,2}h?(?:e|i)l[a-z]*$`);
const REPORTED = /^(?:cancel(?:ed|ing|ation|s)|unsubscrib(?:ed|ing)|unsubscription)$/;

/** `stop` with the beginning or the end that other languages give it: nistope, stopani. */
const LOAN = new RegExp(`^${PREFIX}(?:yi)?stop(?:[aei](?:ni)?|a?ng|ni)?$`);

/** Letters around `stop` where words are written together: `pleasestopit`. */
const BEFORE_STOP = /^(?:please|pls|plz|just|now|must|i|you|u|want|wantto|to|say|said|asb|do)+$/;
const NOT_STOP =
  /^(?:s|p*e?rs?|p*e?d|p*ings?|p*ages?|p*able|over.*|watch.*|gaps?|light.*|motion|cocks?|f?o?a?rd)$/;
/** Other requests that are written together. */
const TOGETHER =
  /^(?:please|pls|plz|just)*(?:cancel|unsub|removeme|removemy|leaveme|takeme(?:of|out)|optmeout|nomore|endsub|endmy)/;
const NOT_WANTED_TOGETHER =
  /^(?:please|pls|plz)?(?:dont|donot|never|not|non|cant|wont|bus|one|pit)/;

/**
 * Whether a folded word asks to stop: repeated letters, words written together and usual
 * misspellings included. `alone`: it is the only word of the text, where more slips are read.
 */
export function isStopWord(word: string, alone = false): boolean {
  const plain = withoutRepeats(word);
  if (REPORTED.test(plain)) return false;
  if (isFormOf(STOP, plain) || MISSPELLED.has(plain) || CANCEL.test(plain)) return true;
  if (LOAN.test(plain)) return true;
  if (isTogether(plain) || isTogether(word) || isUnsubscribe(plain)) return true;
  if (plain.length >= 5 && plain !== 'cancer' && isNear(plain, 'cancel', 1)) return true;
  return alone && !UNCLEAR_ALONE.has(plain) && plain.length >= 3 && isNear(plain, 'stop', 1);
}

/** Whether a folded word asks to stop where nothing else is said. */
export function isWeakStopWord(word: string): boolean {
  return isFormOf(ALONE, withoutRepeats(word));
}

/** Whether a folded word, alone, leaves it open that a person wants to stop. */
export function isUnclearAlone(word: string): boolean {
  return UNCLEAR_ALONE.has(withoutRepeats(word));
}

/** Whether a folded word makes it doubtful that a person wants to go on. */
export function isHint(word: string): boolean {
  return HINTS.has(withoutRepeats(word));
}

function isFormOf(known: ReadonlySet<string>, word: string): boolean {
  const singular = word.replace(PLURAL, '');
  return [word, singular, word.replace(BEGINNING, ''), singular.replace(BEGINNING, '')].some(
    (form) => known.has(form),
  );
}

/** Whether a folded word says nothing of its own in a request. */
export function isFiller(word: string): boolean {
  return FILLERS.has(withoutRepeats(word));
}

function isTogether(word: string): boolean {
  if (TOGETHER.test(word) && !word.includes('stop')) return true;
  const at = word.indexOf('stop');
  if (at < 0 || NOT_WANTED_TOGETHER.test(word)) return false;
  if (at > 0 && !BEFORE_STOP.test(word.slice(0, at))) return false;
  const rest = word.slice(at + 'stop'.length);
  return !NOT_STOP.test(rest);
}

function isUnsubscribe(word: string): boolean {
  if (/^(?:un?|des?|dis?)su?b[a-z]*$/.test(word)) return true;
  return word.length >= 7 && /^[uoai]/.test(word) && isNear(word, 'unsubscribe', 3);
}

/** `stooop` as `stop`. */
function withoutRepeats(word: string): string {
  return word.replaceAll(/(.)\1+/g, '$1');
}

/** Whether at most so many letters are wrong, missing, too many, or exchanged. */
function isNear(word: string, meant: string, most: number): boolean {
  return Math.abs(word.length - meant.length) <= most && editDistance(word, meant) <= most;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean).map(withoutRepeats));
}
