/** Texts as people send them, by how they are read. */

/** Those that ask to stop, by language. */
export const STOPS = {
  'the word in any form': texts(`
    STOP | stop. | Stop!! | STOP? |  stop.  | S T O P | S.T.O.P | S.T.O.P. | s-t-o-p |
    s, t, o, p | s. t. o. p. | i s t o p | STOOOP | SSTTOOPP | sttooopppp | st0p | 5TOP |
    $top | 5t0p | ＳＴＯＰ | ST\u200bOP | S\u00adT\u200cO\u200dP | \ufeffSTOP | ЅТОР | SТОР |
    СТОП | ΣΤΟΠ | στοπ | ꜱᴛᴏᴘ | 🆂🆃🅾🅿 | 🅢🅣🅞🅟 | 🇸🇹🇴🇵 | Ⓢⓣⓞⓟ | 𝓼𝓽𝓸𝓹 |
    s\u0336t\u0336o\u0336p\u0336 | ŠŤÓP | 🛑 | STOP\u0000 | \u0000S\u0000T\u0000O\u0000P |
    S\u0000TOP | stp | stpo | sotp | tsop | stopp | sto | sttp | ztop | dtop | stob |
    st op | s top | sto p | ST-OP | stop it | please stop | pls stop | stop pls | plsstop |
    stopit | stopplease | STOPSTOP | stop123 | 123stop | STOP 45111 | STOP BONISA |
    stop sub | stopsub | STOPSERVICE | please STOP this | please STOPALL |
    Please stop all these charges | stop it all |
    ustope | nistopeni | stopani | ngicela nistope | stawp | s†op | ՏTOP | ek se stop |
    stop dis thing | y u charging me stop this | why are you taking my airtime stop it |`),
  'other words and sentences': texts(`
    cancel | CANCEL | canel | cancell | cancl | cansel | cancle | kansel | cacel |
    c a n c e l | cancel my subscription | please cancel my subscription | pls cancel |
    I want to cancel | I would like to cancel please | end | END | End it |
    end subscription | quit | QUIT | exit | i quit | unsubscribe | unsubcribe | unsuscribe |
    unsubscibe | un-subscribe | un subscribe | UNSUB | unsubscribe me | unsubsribe |
    unscribe | opt out | opt-out | optout | OPT OUT | opt me out | remove me |
    remove my number | please remove me from this | take me off | take me off your list |
    take my number off | leave me alone | leave me | no more messages | no more |
    no more sms please | stop taking my airtime | stop taking my money |
    Stop stealing my airtime! | dont take my airtime | do not charge me |
    dont send me messages | i dont want this anymore | I don't want this anymore |
    i dont want it | i do not want this service | I don’t need this |
    i no longer want this | i dont want to pay | not interested | deactivate | terminate |
    discontinue | delete me | switch off | turn it off | off | out | i want out |
    i want to leave | i want to be removed | get me out of this | let me go |
    can you please stop this | could you cancel my subscription? |
    can u stop taking my airtime? | please help me cancel | help me stop |
    I said STOP??? why are you still charging me | i said stop |
    why are you taking my airtime? STOP | What is this? Cancel. | stop! why |
    I want to stop | i want this stopped | please have it cancelled | get it cancelled |
    cancellation please | stop pls i beg u | no stop | go away | voetsek | fuck off |
    enough | halt | STOP NOW | stop this nonsense | I did not subscribe to this. stop |
    stop not working | unsubscribe? | i cant afford this stop it |
    i want to stop but it wont stop | do stop | I tried to stop and you still charge me |
    Stop\nplease | (STOP) | "stop" | *stop* | stop... | ..stop | STOP; | s.top |
    "STOP" please | dont send me messages | if you dont stop i will report you | removeme |
    pleasecancel | i dont want to receive this | Leave me alone!! | STOPP ALL | STOP ALL? |
    STOPALL please? | please stop all |
    unsubscribed me please | deactive | take off my number | no more airtime deductions |
    I dont wish to continue | im done with this subscription | cut me off | cut it |
    block this service | count me out | withdraw my consent | I withdraw | dont msg me |
    bugger off | you did not remove me, remove me | if you dont remove me i sue |`),
  Afrikaans: texts(`
    hou op | hou asb op | kanselleer | Kanselleer my intekening asb | staak | beëindig |
    einde | los my uit | haal my af | meld af | teken my uit | ek wil nie meer nie |
    ek wil dit nie hê nie | ek wil stop | ek wil kanselleer | moenie my lugtyd vat nie |
    geen boodskappe meer nie | genoeg | verwyder my |
    hou net op | hou tog op | haal my van die lys af | ek stel nie belang nie |
    maak toe my rekening | ek wil af | afmeld | kan julle my asb afhaal? |
    sal julle my asb verwyder | ek het dit nie nodig nie | moet my nie weer hef nie |
    moenie my weer pla nie | gaan weg |`),
  isiZulu: texts(`
    yeka | Ngicela ukuyeka | ngifuna ukuyeka | misa | misani | yekani | khansela |
    ngicela ukhansele | ukukhansela | hoxisa | ngiyeke | ngiyekeni | angisafuni |
    angisayifuni lento | angifuni | ngikhiphe | ngisuse | yima | vala | phuma |
    musani ukuthatha imali yami | khawuyeke | kwanele |
    angisayidingi | angisakhokhi | ngicela nimise | ngicela umise | sengiyayeka |
    sengiyeke | ngicela ukuma | vala le nto | khipha inombolo yami | khipha mina | awuyeke |
    khawume | vimba | ningangithumeleli lutho | hlukanani nami | yimise |`),
  isiXhosa: texts(`
    rhoxisa | ndicela ukuyeka | andisafuni | andiyifuni | ndiyeke | ndisuse | ndikhuphe |
    ndifuna ukuyeka | phelisa | cima |
    ndicela nimise | andiyidingi | susa inombolo yam | sukani kum | ndohlukana nani |`),
  Sepedi: texts(`
    emisa | emiša | ke kopa ho emisa | go emisa | kgaotša | tlogela | ntlogele |
    ntlogeleng | ga ke sa nyaka | ga ke nyake | fediša | tima | ema |
    lesa go tsaya madi |`),
  Setswana: texts(`
    ga ke batle | ga ke sa batle | ga ke sa e batle | ga ke tlhole ke e batla | phimola |
    khutlisa |`),
  Sesotho: texts(`
    khaotsa | tlohela | ntlohele | ha ke batle | ha ke sa batla | ha ke sa e batla |
    hlakola |
    ha ke sa hloka | felisa | tlosa nomoro ya ka | lesang | ke kopa ho ntshwa |`),
  Xitsonga: texts(`
    tshika | yimisa | ndzi tshike | a ndzi lavi | a ndza ha lavi | herisa | huma |
    andzi lavi | susa nomboro ya mina | swi ringene |`),
  siSwati: texts(`
    yekela | ngicela kuyekela | cedza | mani |
    angiyidzingi | ningatsatsi imali yami |`),
  Tshivenda: texts(`
    litsha | imisa | fhedza | a thi tsha toda | A thi tsha ṱoḓa | thi tsha zwi toda |
    bvisa | khantsela | ndi litsheni |
    fhelisa | bvisani nomboro yanga | ndi khou humbela ni imise | zwo lingana |`),
  isiNdebele: texts(`
    jama | lisa | ngilise | tjhiya | qeda |
    ngibawa nijamise |`),
};

/** The others, by their reading. */
export const OTHERWISE = {
  stop_all: texts(`
    STOP ALL | stopall | Stop  all please | "Stop-All" | S T O P A L L | ЅТОР ALL |
    ＳＴＯＰ ＡＬＬ | stop all. |`),
  start: texts(`
    START | start | JOIN |  join.  |`),
  question: texts(`
    how do I stop? | how do i stop | How to stop | when does it stop? | when does it stop |
    when will it stop? | does it stop by itself? | what happens if I stop? |
    how can i cancel my subscription | How do I unsubscribe? | is there a way to stop? |
    HELP | help | Help! | hulp | usizo | what is this | What is this? | how much is it? |
    why does it stop? | hoe stop ek dit? | ngiyeka kanjani | ke emisa jang |
    ke emisa jwang? | wanneer stop dit | ndiyeka njani | tell me how to stop |
    where do i stop | what happens when I stop? | should i stop? | Where can I watch? |
    if i stop do i lose my movies |`),
  doubtful: texts(`
    no | nee | cha | no thanks | i never subscribed to this | I did not subscribe |
    you are stealing my airtime | give me my money back | refund | top | spot | step |
    i cancelled yesterday | why wont you stop | why dont you stop taking my airtime |
    when will you stop taking my airtime? | i cant stop it | it wont stop | scam |
    i dont know how to stop | finish my airtime | not paying | bye |
    no no no | I said no | I will report you | i don't have money | my child subscribed |
    it was a mistake | angikwazi ukukhokha |`),
  go_on: texts(`
    dont stop | don't stop | Please don't stop | do not stop | never stop | dont cancel |
    do not unsubscribe me | non-stop | non stop | i dont want to stop | dont ever stop |
    I don’t want it to stop | I did not say stop | bus stop | moenie stop nie |
    ek wil nie stop nie | angifuni ukuyeka | ha ke batle ho emisa | musa ukuyeka |
    o se ke wa emisa | cant stop watching |
    dont remove me | please don't remove me | do not end it | dont end my subscription |
    dont take me off | I dont want it to end | nobody can stop me | undo stop |
    stop was a mistake | o seka emisa | a ndzi lavi ku tshika | a thi todi u litsha |
    Next stop Durban | I'll stop by tomorrow | stop by later | stop press | stop sign |
    I am at the stop | at the robot stop turn left | stop motion movies please |`),
  other: texts(`
    1 | hi | hello | thanks | lol | nonstop | nonstop music please | non-stoppable |
    unstoppable | dontstop | the video stopped | my video stops all the time | start please |
    start now | YES | yes | ok | love it | subscribe | resubscribe | JOIN ME |
    i want to start | nice movie | 😀😀 | cancer movie please | I like this |
    ndzi lava ku vona | ndi toda u vhona | ke batla ho shebella | top movies please |
    Stopford | my video keeps stopping |`),
};

/** Texts with `|` after each. */
function texts(list: string): string[] {
  return list
    .split('|')
    .slice(0, -1)
    .map((text) => text.trim());
}
