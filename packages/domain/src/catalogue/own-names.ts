import type { Language } from '../languages.ts';

/** The names of genres and categories in the other languages: those of the demo. */
const NAMES: readonly (readonly [name: string, zu: string, xh: string, af: string, st: string])[] =
  [
    ['Drama', 'Idrama', 'Idrama', 'Drama', 'Terama'],
    ['Comedy', 'Amahlaya', 'Ezihlekisayo', 'Komedie', 'Metlae'],
    ['Romance', 'Ezothando', 'Ezothando', 'Romanse', 'Lerato'],
    ['Crime', 'Ubugebengu', 'Ulwaphulo-mthetho', 'Misdaad', 'Botlokotsebe'],
    ['Thriller', 'Ezivusa uvalo', 'Ezivusa uloyiko', 'Riller', 'Tse tshosang'],
    ['History', 'Umlando', 'Imbali', 'Geskiedenis', 'Nalane'],
    ['Music', 'Umculo', 'Umculo', 'Musiek', 'Mmino'],
    ['Gospel', 'Umculo wokholo', 'Umculo wegospile', 'Gospel', 'Mmino wa kosepele'],
    ['Documentary', 'Amadokhumentari', 'Amaxwebhu-mboniso', 'Dokumentêr', 'Ditokomane'],
    ['Nature', 'Imvelo', 'Indalo', 'Natuur', 'Tlhaho'],
    ['Sport', 'Ezemidlalo', 'Ezemidlalo', 'Sport', 'Dipapadi'],
    ['Food', 'Ukudla', 'Ukutya', 'Kos', 'Dijo'],
    ['Lifestyle', 'Indlela yokuphila', 'Indlela yokuphila', 'Leefstyl', 'Mokgwa wa bophelo'],
    ['Reality', 'Impilo yangempela', 'Ubomi bokwenene', 'Werklikheid', 'Bophelo ba nnete'],
    ['Talk', 'Izingxoxo', 'Iingxoxo', 'Gesprek', 'Dipuisano'],
    ['Learning', 'Ukufunda', 'Ukufunda', 'Leer', 'Ho ithuta'],
    ['Kids', 'Izingane', 'Abantwana', 'Kinders', 'Bana'],
    ['Sea and shore', 'Ulwandle nogu', 'Ulwandle nonxweme', 'See en strand', 'Lewatle le lebopo'],
    [
      'Farm and field',
      'Epulazini nasensimini',
      'Efama nasentsimini',
      'Plaas en veld',
      'Polasi le tshimo',
    ],
    [
      'Saturday sport',
      'Imidlalo yangoMgqibelo',
      'Imidlalo yangoMgqibelo',
      'Saterdagsport',
      'Dipapadi tsa Moqebelo',
    ],
    ['Praise', 'Indumiso', 'Indumiso', 'Lof', 'Thoriso'],
    [
      'Five quiet minutes',
      'Imizuzu emihlanu yokuthula',
      'Imizuzu emihlanu yoxolo',
      'Vyf stil minute',
      'Metsotso e mehlano ya kgutso',
    ],
    ['New sounds', 'Imisindo emisha', 'Izandi ezitsha', 'Nuwe klanke', 'Medumo e metjha'],
    ['Choirs', 'Amakhwaya', 'Iikwayara', 'Kore', 'Dikhwaere'],
    ['Laughs', 'Insini', 'Intsini', 'Lekker lag', 'Ditsheho'],
    [
      'Pots and people',
      'Amabhodwe nabantu',
      'Iimbiza nabantu',
      'Potte en mense',
      'Dipitsa le batho',
    ],
    ['Morning tea', 'Itiye lasekuseni', 'Iti yakusasa', 'Oggendtee', 'Tee ya hoseng'],
    ['Good news', 'Izindaba ezinhle', 'Iindaba ezimnandi', 'Goeie nuus', 'Ditaba tse monate'],
    [
      'Maths without tears',
      'Izibalo ngaphandle kwezinyembezi',
      'Izibalo ngaphandle kweenyembezi',
      'Wiskunde sonder trane',
      'Dipalo ntle le dikeledi',
    ],
    [
      'Say it in eleven',
      'Kusho ngeziyishumi nanye',
      'Yithetho ngeelwimi ezilishumi elinanye',
      'Sê dit in elf',
      'E bue ka tse leshome le motso',
    ],
    [
      'Family ties',
      'Izibopho zomndeni',
      'Amaqhina osapho',
      'Familiebande',
      'Ditlamahano tsa lelapa',
    ],
    [
      'Secrets and crimes',
      'Izimfihlo nobugebengu',
      'Iimfihlelo nolwaphulo-mthetho',
      'Geheime en misdade',
      'Diphiri le botlokotsebe',
    ],
    [
      'Matters of the heart',
      'Izindaba zenhliziyo',
      'Imiba yentliziyo',
      'Sake van die hart',
      'Ditaba tsa pelo',
    ],
    ['Stories', 'Izindaba', 'Amabali', 'Stories', 'Dipale'],
    ['Sing along', 'Cula nathi', 'Cula nathi', 'Sing saam', 'Bina le rona'],
    [
      'Animal friends',
      'Abangani abayizilwane',
      'Abahlobo abazizilwanyana',
      'Dieremaats',
      'Metswalle ya diphoofolo',
    ],
    [
      'News and talk',
      'Izindaba nezingxoxo',
      'Iindaba neengxoxo',
      'Nuus en gesprek',
      'Ditaba le dipuisano',
    ],
    ['Home and faith', 'Ikhaya nokholo', 'Ikhaya nokholo', 'Tuis en geloof', 'Lehae le tumelo'],
  ];

const COLUMNS: Readonly<Record<Language, number>> = { en: 0, zu: 1, xh: 2, af: 3, st: 4 };

/** What a language calls genres and categories, by the name that the catalogue has. */
export function ownNamesIn(language: Language): ReadonlyMap<string, string> {
  return new Map(NAMES.map((row) => [row[0], row[COLUMNS[language]] ?? row[0]]));
}

/** What the other languages call a genre or category; empty for a name that nobody translated. */
export function ownNamesOf(name: string): readonly string[] {
  return NAMES.find(([one]) => one === name)?.slice(1) ?? [];
}
