/**
 * Sentences that ask to stop, that ask something, or that ask not to stop. All are read in folded
 * words with one space between; `#` stands for a word that asks to stop (`stop-words.ts`).
 */

const DONT = '(?:dont|dnt|dont ever|do not|donot|dun|not|never|moenie|moet nie)';
const WANT =
  '(?:want|wnt|wan|need|wish|wanna|plan|mean|intend|ask|asked|say|said|tell|told|like|going)';
const THING =
  '(?:it|this|that|these|those|the|my|our|ur|your|me|us|subscription|sub|service|sms|bonisa)';
const MONEY =
  '(?:airtime|money|data|imali|mali|geld|lugtyd|tjhelete|chelete|tshele[dt]e|madi|cash|balance)';

/** A regular expression over several lines. */
function pattern(parts: TemplateStringsArray, ...values: readonly string[]): RegExp {
  return new RegExp(String.raw(parts, ...values).replaceAll(/\n\s*/g, ''));
}

/** Words that ask not to stop; what they cover is not read as a request. */
export const ASKS_TO_GO_ON: readonly RegExp[] = [
  pattern`
    (?<!\b(?:you|u) )\b${DONT} (?:(?:please|pls|ever|just|you|u|now|yet|dare|let|even|try|me|
    it|this|to) ){0,3}#`,
  pattern`
    \b(?:${DONT}|didnt|didn|did not|doesnt|does not|no longer) (?:really |actually |
    even )?${WANT} (?:(?:it|this|u|you|me|for|that|them|my|the|service|
    subscription) ){0,3}(?:to |be )*#`,
  pattern`
    (?<!\b(?:you|u|they|if|did|does) )\b(?:dont|dnt|do not|donot|never) (?:(?:please|pls|ever|just|
    you|u|dare) ){0,2}(?:(?:remove|delete|drop|kick|unlist|end|quit|exit|disconnect|kill|close|
    suspend) (?:me|us|my|it|this|the)|(?:opt|sign|switch|turn|take) (?:me|us|it|my \w+|this) (?:out|
    off|away))\b`,
  pattern`
    \b(?:non|nonstop|bus|taxi|tram|train|robot|pit|one|full|truck|next|last|first|whistle|(?:at|
    to|from|near) (?:a|the)) #|# (?:by|over|press|motion|sign|signs|street|light|lights|watch)\b`,
  /\b(?:nobody|noone|no one|nothing) (?:can|will|could) #/,
  pattern`
    \b(?:undo|ignore|reverse|forget|un) (?:(?:my|the|that|last) )?#|# (?:was|is|by) (?:a |by |my )*
    (?:mistake|accident|error)\b`,
  /\b(?:dont|dnt|do not|never) want (?:it|this|that) to (?:end|finish|expire|be over)\b/,
  /\b(?:dont|do not) (?:think|believe)(?: \w+){0,4} #/,
  /\bek wil nie (?:dit |hierdie |he dat dit )*#/,
  /\bmoe(?:nie|t nie)\b.{0,40}#/,
  pattern`
    \b(?:musa|musani|suku|sukani|mus|ungathi|songo|se ke|seke|seka|(?<!\bek )se|mase) (?:(?:wa|oa|
    la|ba|uku|
    ku|go|ho) )*#`,
  pattern`
    \b(?:an[gd]i(?:sa)?(?:yi|ku|wu)?funi|[hg]a ke (?:sa )?(?:batle|batla|nyake|
    nyaka)) (?:(?:uku|ku|ho|go) )*#`,
  pattern`
    \ba? ?ndz[ia] (?:ha )?(?:swi )?lavi ku #|\ba?(?: ?thi| ndi) (?:tsha |si )?tod[ia] u #`,
  /\b(?:cant|cannot|can not|couldnt|never) # (?:watching|laughing|loving|playing|crying|smiling)\b/,
  /\b(?:keep|leave) (?:it|this|my subscription|me) (?:on|running|going|subscribed)\b/,
];

/** A try to stop that failed, or one that looks for the way. */
export const STOPS_IN_VAIN = pattern`
    \b(?:cant|cannot|can not|couldnt|could not|unable|wont|will not|doesnt|does not|didnt|
    did not|why|how|where|kan nie)(?: (?:i|you|u|we|it|this|they|me|to|be|do|does|can|could|
    must|should|will|shall|please|pls|just|even|able|seem|get|let|my|subscription|the|service|
    not|dont))* #`;

/** A request in words without a word of `stop-words.ts`, or that stands beside such a word. */
export const ASKS_TO_STOP: readonly RegExp[] = [
  // I do not want this any more.
  pattern`
    \b(?:dont|dnt|do not|donot|no longer|nolonger|not|never) (?:even |really |
    actually )*(?:want|wnt|need|wish|wanna (?:have|get|pay)|require)(?: (?:to (?:be|pay|have|get|
    receive|continue|subscribe|renew|go on|keep)|it|this|that|these|those|them|u|you|ur|your|
    any|anything|anymore|more|subscriptions?|services?|sms|smses|msgs|messages|videos?|
    bonisa)\b|$)(?! (?:movie|film|show|episode|channel|language|package|plan|one)\b)`,
  pattern`
    \b(?:dont|dnt|do not|donot|never|quit|no) (?:ever |just |even |be )*(?:take|taking|
    deduct\w*|charg\w*|bill\w*|debit\w*|eat|eating|steal\w*|minus|contact\w*|bother\w*|
    disturb\w*|spam\w*|renew\w*|(?:send|sending|sms|msg|text|texting|message|messaging|call|
    calling)(?! \w+ (?:the |a |an )?(?:otp|code|pin|link)))\b`,
  pattern`
    \b(?:leave|lv) (?:me|us)\b(?! (?:a|the|my)\b)|\blet (?:me|us) (?:go|out|be)\b|\bget (?:me|
    us) (?:out|off)\b|\bget off my\b`,
  /\btake (?:me|us|my (?:number|name|no|phone)|this (?:number|service)|it) (?:off|out|away)\b/,
  /\btake (?:off|out) (?:me|us|my (?:number|name|no|phone)|this (?:number|service))\b/,
  /^(?:(?:please|pls|kindly) )*(?:unsubscribed|cancel?led|removed|deactivated) (?:me|my|this|it)\b/,
  pattern`
    \b(?:remove|delete|drop|pull|kick|scrap|unlist) (?:me|us|my (?:number|name|no|cell|phone|
    details|subscription|sub|account)|this (?:number|subscription|service|sub))\b`,
  /\bopt(?:ed|ing)? ?(?:me |us )?out\b|\bsign (?:me|us) off\b|\bun subscribe\b/,
  pattern`
    \b(?:switch|turn|put) (?:(?:it|this|that|(?:the|my|this|ur|your) (?:subscription|service|
    sub)) )?off(?: (?:now|please|pls|my (?:subscription|service)|(?:the|this) (?:subscription|
    service)))?$`,
  pattern`
    ^(?:please |pls |ok |hi |hello |no )*no more(?: airtime)?(?: (?:please|pls|thanks|thank|sms|
    smses|
    messages|msgs|texts|charg\w+|deduct\w+|debit\w*|subscription\w*|service\w*|of (?:this|
    these|it)|bonisa|videos?)\b|$)`,
  pattern`
    \b(?:want|wanna|wanted|wish|need|like|trying|try|going|let) (?:me |
    us )?(?:to )?(?:leave(?! (?:a|my|some) )|quit|exit|end|get out|get off|get rid|out|off|
    withdraw|be (?:removed|off|out|stop+ed|cancell?ed|unsubscribed|taken off|deleted))\b`,
  pattern`
    \b(?:end|exit|leave|quit|finish|close|kill|suspend|disconnect|remove|
    delete) ${THING}? ?(?:subscriptions?|subs?|services?|membership|account|contract|
    bonisa)\b|\b(?:end|quit|disconnect|kill) (?:it|this|me)\b`,
  pattern`
    \b(?:want|please|pls|must|need|should|to be|get (?:it|this|me)|have (?:it|this|me|
    my \w+))(?: \w+){0,3} (?:stop+ed|cancell?ed|unsubscribed|terminated|removed|deactivated|
    discontinued)\b`,
  pattern`
    \b(?:not|no longer) interested\b|\b(?:im|i am) (?:done|finished|through)(?: with (?:(?:this|
    it|you|u|bonisa|your|the|my)(?: \w+)?))?$|\b(?:go away|fuck off|f off|piss off|bugger off|
    get lost|gaan weg)\b`,
  /^(?:(?:please|pls|plz|switch|turn) )*off(?: (?:please|pls|plz|now))*$/,
  /\b(?:request|want|need|demand|consider|process)(?: \w+){0,3} cancell?ation\b/,
  pattern`
    \bcut (?:me|us) (?:off|out|loose)\b|^(?:please |pls )*cut (?:it|this|that)(?: (?:off|out))?$|
    \bcount me out\b|\b(?:block|cut|withdraw|revoke) (?:(?:my|this|the|your) )?(?:consent|
    subscription|sub|service|membership)\b|^(?:please |pls )*block (?:it|this)$|^i withdraw$`,
  // Afrikaans
  pattern`
    \bhou (?:dit |nou |net |tog |asb |asseblief )*op\b|\bskei (?:dit |nou )?uit\b|\blos (?:my|
    ons)\b|
    \b(?:haal|vat|neem|meld|teken|skryf|sit) (?:my|ons|dit)(?: \w+){0,3} (?:af|uit|weg)\b|
    \bstel nie belang\b|\b(?:maak|sluit) (?:toe )?(?:my|die) (?:rekening|intekening|diens)\b|
    \b(?:skakel|sit) (?:dit )?af\b|\bmeld (?:my )?af\b|\bteken (?:my )?uit\b`,
  pattern`
    \bek (?:wil|soek|het) (?:\w+ ){0,2}nie (?:meer|langer)\b|\bek (?:wil|soek) (?:dit |
    hierdie |die \w+ )?nie(?: (?:meer|he|hierdie|dit|die|betaal|van)\b|$)|\bgeen (?:sms\w*|
    boodskappe|meer)\b|\bek wil (?:uit|af)\b|
    \bek het (?:dit|hierdie|die \w+) nie nodig\b|\b(?:my|ons|dit) (?:asb |asseblief )?(?:afhaal|
    uithaal|verwyder)\b|\bmoet (?:my |dit )?nie (?:my |weer )*(?:hef|vat|neem|stuur|pla)\b|
    \b(?:verwyder|staak|beeindig) (?:my|dit|hierdie|die|
    asb)\b|\bmoenie (?:my |meer |weer |vir my )*(?:vat|neem|stuur|hef|
    pla|aftrek|lugtyd|geld|sms)`,
  // isiZulu, isiXhosa, siSwati, isiNdebele
  pattern`
    \ban[gd]i(?:sa)?(?:yi|ku|wu|li|zi|si|ka|bu)?(?:funi|fun|tfuni|dingi|dzingi|
    thandi|khokhi|bhatali|bhadali)\b|\b\w*hlukana(?:ni)? na(?:mi|m|thi|ni)\b`,
  pattern`
    \b(?:musa|musani|suku|sukani|mus) (?:uku|ku)?(?:ngi|ndi)?(?:thatha|thathela|thathele|
    thumel\w+|donsel?a|dla|dlela|baleka|bhatalis\w+|tsatsa|ba)\b`,
  pattern`
    \b(?:ninga|ningasa|nisayeke|ungaphinde|ningaphinde|ungasa|anga|ungabe usa)\w* ?(?:ngi|
    ndi|si)?(?:thumel\w+|thath\w+|tsats\w+|dons\w+|
    khokhis\w+)`,
  // Sesotho, Setswana, Sepedi
  pattern`
    \b[hg]a ?ke (?:(?:sa|sena|tlhole|tlhola|hlole|hlola|ke) )*(?:(?:e|di|li|le|se|sa|o|mo|
    ka) )*(?:batl[ae]|nyak[ae]|rat[ae]|hlok[ae])\b`,
  // Xitsonga, Tshivenda
  /\ba?ndz[ia] (?:(?:ha|nga) ){0,2}(?:(?:swi|yi|ku|xi|ti|ri) )?lavi\b/,
  pattern`
    \b(?:a ?)?(?:thi|ndi) (?:tsha |si tsha |si )(?:(?:i|zwi|vhu|li|tshi) )?tod[ia]\b|
    \ba ?thi (?:(?:i|zwi|vhu|li|tshi) )?todi\b`,
  /\bndzi (?:tshik\w+|sus\w+|humes\w+)\b|\bndi (?:litsh\w+|bvis\w+)\b/,
];

/** A complaint that does not say what the person wants. */
export const COMPLAINS: readonly RegExp[] = [
  pattern`
    \b(?:never|did not|didnt|have not|havent|not|nooit|did|who) (?:\w+ )?(?:subscrib\w*|
    join\w*|signed|sign|agree\w*|request\w*|order\w*|ask\w*|regist\w*|accept\w*|appl\w*|
    ingeteken)\b`,
  pattern`
    \b(?:take|takes|taking|took|eat|eats|eating|ate|finish\w*|steal\w*|stole|deduct\w*|
    minus\w*|using|uses|dla|idla|nidla|thatha|nithatha|vat|steel) (?:\w+ ){0,2}${MONEY}\b`,
  pattern`\bmy (?:\w+ )?${MONEY}\b|\b${MONEY} (?:yami|yam|ya ka|yaka|ya mina|ya me|ya nga|yanga)\b`,
  pattern`\b(?:want|give|gimme|return|refund|bring|where is|wheres)(?: \w+){0,2} ${MONEY}\b`,
  pattern`
    \b(?:tired|sick|fed up|had enough)\b|\bno (?:thanks|thank you|tx)\b|\bnot paying\b|
    \b(?:wont|will not|cant|cannot) (?:pay|afford)\b|\btoo expensive\b|\bno more\b|
    \bnie lus\b|\ban[gd]ikwazi uku(?:khokha|bhatala)\b|\bsaid no\b|\bwrong number\b|\bdont (?:know|
    need|understand|like) (?:this|it|what|who|you|u)\b|
    \bnot (?:for me|me|mine)\b`,
  /\b(?:dont|dnt|do not|not|no longer|no) (?:\w+ )?(?:want|wnt|interested)\b/,
  /\bswitch(?:ed)? off\b|\bturn off\b|\bget rid\b/,
  pattern`
    \b(?:report|sue) (?:you|u|this)\b|\b(?:have no|dont have|do not have|no) (?:any )?${MONEY}\b|
    \b(?:by|a|was) (?:mistake|accident)\b|\b(?:child|kid|kids|children|son|daughter|baby|
    toddler) (?:\w+ )?(?:subscribed|pressed|did)\b`,
];

/** The beginnings of a question, after {@link GREETINGS}. */
const ASKS_FIRST = pattern`
    ^(?:how|hw|hws|hows|when|wen|whn|what|wat|whats|wats|wht|why|whys|y(?= \w)|who|whos|where|
    wher|which|whose|is|isnt|are|arent|was|were|am i|does|doesnt|did|didnt (?:i|u|you|we)|
    do (?:i|u|you|we|they|these|my|the)|have (?:i|u|you|we)|has|can|could|would|should|shall|
    may|might|will|wont|cant (?:i|u|you|we)|must (?:i|we|u)|tell me|explain|if i # (?:do|will|can|
    what|would|am) |hoe|wanneer|
    hoekom|waarom|wie|waar|watter|kan|sal|moet ek|mag|het (?:ek|jy|julle)|na|naa|a na|xana|
    kgane)\b`;
/** Words for how, when and what, which other languages have at any place of a question. */
const ASKS_ANYWHERE = pattern`
    \b(?:kanjani|njani|kunjani|nini|yini|ubani|bani|kuphi|ntoni|yintoni|jwang|joang|neng|keng|
    jang|leng|bjang|eng|mang|kae|njhani|rini|hani|lini|ngafhi|wanneer)\b`;
/** A question why something is not stopped, when it will be, or whether it may be. */
const ASKS_IN_ANGER = pattern`
    ^(?:can|may|could) i (?:\w+ ){0,2}#|\bwhy (?:\w+ ){0,3}?(?:cant|cannot|wont|dont|didnt|
    wouldnt|not)\b.* #|# (?:(?:to|from) )?(?:tak|charg|deduct|steal|eat|bill|debit|send|sms|
    minus|using my)|\b(?:kungani|kutheni|hobaneng|goreng|hikokwalaho|hoekom|waarom|
    ngani)\b.* #`;
const GREETINGS = pattern`
    ^(?:(?:hi|hello|hey|dear|sir|madam|please|pls|plz|ok|okay|so|and|but|sorry|excuse me|guys|
    sawubona|molo|dumela|good (?:day|morning|evening)|thanks|yes) )+`;
/** Requests in the form of a question. */
const ASKS_POLITELY = pattern`
    ^(?:(?:can|could|cn|will|would|wont|cant|couldnt|kan|sal) )(?:(?:you|u|ya|yu|someone|
    somebody|anybody|we|jy|julle|ons|jul) )(?:(?:please|pls|plz|kindly|just|also|guys|asb|
    asseblief|help me|assist me|to|me|my|dit|nie|not|now) )*(?:#|(?:remove|delete|take|leave|
    end|opt|switch|turn|unlist|quit|afhaal|uithaal|verwyder)\b)|\b(?:please|pls|plz|help me|
    assist me)(?: to)? (?:\w+ )?#|\bmay (?:i|you|u) (?:please|pls|kindly) #`;
/** The person has said it, or wants it now. */
const SAYS_IT = pattern`
    \b(?:i|we|ek) (?:have |ve )?(?:said|say|sent|send|typed|told you|told u|want|wanna|need|
    wish|would like|wil|demand|request)(?: (?:to|you to|u to|this|it|that|for|my|the|a|dit|
    hierdie|graag|service|subscription|now|you|u))* #|^(?:no |yes |just |do |ok )*(?:please |
    pls |plz )*#|\b(?:why|y) (?:\w+ ){0,5}?(?:tak|charg|deduct|steal|eat|bill|debit|
    send)\w*(?: \w+){0,4} #(?: (?:it|
    this|that|now|man|please|pls|plz))+$`;

/**
 * How a sentence asks, or `undefined` if it does not. `in_anger`: it asks why it is not over.
 * @param isQuestion it ends with a question mark.
 */
export function questionOf(
  sentence: string,
  isQuestion: boolean,
): 'question' | 'in_anger' | undefined {
  const bare = sentence.replace(GREETINGS, '');
  const asks = ASKS_ANYWHERE.test(bare) || (!isSaid(bare) && (isQuestion || ASKS_FIRST.test(bare)));
  if (asks) return ASKS_IN_ANGER.test(bare) ? 'in_anger' : 'question';
  return undefined;
}

/** Whether a sentence is a request, though it has the form of a question. */
function isSaid(bare: string): boolean {
  return ASKS_POLITELY.test(bare) || SAYS_IT.test(bare);
}
