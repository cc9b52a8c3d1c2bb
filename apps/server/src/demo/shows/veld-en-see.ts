import { CLOTH, type DemoShow, TAXI, TRAIN, WALL } from '../demo-title.ts';
import {
  cast,
  director,
  drawn,
  filed,
  made,
  music,
  namedSeason,
  presenter,
  rated,
  season,
  writer,
} from './show-notation.ts';

/** The shows of Veld en See: animals, farms, roads, and sport that is played on dust. */
export const VELD_EN_SEE: readonly DemoShow[] = [
  {
    slug: 'spoor',
    title: 'Spoor',
    synopsis:
      'Two trackers read one square kilometre of sand each morning as others read the newspaper.',
    description:
      'Elder tracker Katrina and her apprentice Rhulani follow a single animal from its first print of the day to its last. They carry no gun, speak very little, and know by a bent blade of grass who has been late.',
    ...filed('veld-en-see/wild', 'nature'),
    ...made(2024, 'en', 'af', 'ts'),
    ...rated('A'),
    ...drawn('eye', 'hills'),
    clips: [TAXI, CLOTH],
    credits: [
      presenter('katrina-vaalbooi'),
      presenter('rhulani-hlungwane'),
      director('nico-pantelides'),
    ],
    seasons: [
      season(
        'Aardvark, 04:10 | Somebody has dug eleven holes in one night, and left ten of them for others to live in.',
        'The Limping Hyena | Three prints and a drag mark. By noon we know what happened, and with whom.',
        'Honey | A small grey bird wants to show them something. It is rude not to follow.',
        'Nobody Here | An hour of empty sand, until Katrina kneels and counts nineteen travellers.',
        'The Meeting | Two lions, one porcupine and a great deal of regret, told backwards.',
        'After Rain | All the pages are blank. The first to write on them is a beetle.',
      ),
      season(
        'Dune | The sand moves by night, and so does what lives in it.',
        'Mother of Four | A cheetah walks thirty kilometres with her cubs. On the way back there are still four.',
        'The Old Bull | He takes the same path as his father. A fence has been in it since Wednesday.',
        'Night Shoes | Rhulani reads a track by hand, in the dark, and is right about everything but the size.',
        'Two Trackers | Katrina walks ahead and hides. Her apprentice has one day to find her.',
      ),
    ],
  },
  {
    slug: 'thavha',
    title: 'Thavha',
    synopsis:
      'A year on one mountain in Venda: mist, monkeys, a holy lake, and the women who know all the paths.',
    description:
      'Livhuwani grew up at the foot of it and was told which places one does not point at. Now a botanist, she goes up with her grandmother’s permission and with a very patient donkey.',
    ...filed('veld-en-see/wild', 'nature'),
    ...made(2026, 've', 'en'),
    ...rated('A'),
    ...drawn('mountain', 'print'),
    clips: [CLOTH],
    credits: [
      presenter('livhuwani-nemukula'),
      presenter('azwinndini-mudau'),
      music('rofhiwa-netshifhefhe'),
    ],
    seasons: [
      season(
        'Permission | Before the first step there is a gift, a clap and a silence of the right length.',
        'The Mist Eaters | On bare rock grow plants that drink the air, and frogs that drink the plants.',
        'Samango | The monkeys wake at the top and come down all day, and someone is always late.',
        'The Lake | What is known about it, what is told, and what Livhuwani will not film.',
        'Down with the Water | They follow one drop from the cloud to her grandmother’s cup.',
      ),
    ],
  },
  {
    slug: 'laagwater',
    title: 'Laagwater',
    synopsis:
      'West Coast, low tide: whoever lives between the sea and the shore has six hours to do everything.',
    description:
      'Vissers, bamboesversamelaars, ’n vuurtoringwagter en ’n onderwyser wat haar klas in ’n rotspoel hou. Each programme lasts one tide, from the last wave out to the first one in.',
    ...filed('veld-en-see/sea-and-shore', 'documentary'),
    ...made(2023, 'af', 'en'),
    ...rated('A'),
    ...drawn('sun', 'rings'),
    clips: [WALL, TAXI],
    credits: [presenter('denver-jantjies'), director('mieke-labuschagne'), music('mogamat-toefy')],
    seasons: [
      season(
        'Bamboes | Kelp is heavy, slippery and worth money. Two brothers race the moon to load it.',
        'Klaskamer Sonder Mure | Juffrou Apollis teaches sums with limpets. One pupil is brought home by the water.',
        'Die Laaste Bakkie | Oom Sakkie rows out alone, as the last one in the bay who still rows, to pull three nets.',
        'Lig | The lighthouse runs by itself now. The keeper goes up each evening all the same, to wish it a good night.',
        'Harder | Ten thousand silver fish, one boat, and a village that is suddenly awake.',
        'Springgety | The largest tide of the year uncovers a wreck, and with it a quarrel about a stove.',
      ),
    ],
  },
  {
    slug: 'four-farms-one-cloud',
    title: 'Four Farms, One Cloud',
    synopsis:
      'One valley, one river and a glass tube on a post: three harvests in three kinds of weather.',
    description:
      'A sheep farmer, a sugar co-operative, a young woman with nine cows and a couple who gave up banking for garlic: they share a river, a bad road and a group chat about the weather. We stayed until the glass broke.',
    ...filed('veld-en-see/farm-and-field', 'documentary'),
    ...made(2025, 'en', 'zu', 'af'),
    ...rated('A'),
    ...drawn('bull', 'hills'),
    clips: [TAXI, WALL],
    credits: [director('gillian-hartwick'), music('phetsile-simelane'), writer('gawie-oosthuyzen')],
    seasons: [
      namedSeason(
        'Dry',
        '0 mm | The group chat has been silent for a month. Then somebody sends a photograph of an ant.',
        'Nine Cows | Simphiwe knows each by her cough. The bank would like to see them as a number.',
        'The Pump | Four farms, one pump, and a timetable that only holds as long as everybody is awake.',
        'Garlic | The bankers’ first crop fits into a hat. They wear it to the meeting.',
      ),
      namedSeason(
        'Wet',
        '112 mm | It all comes in one night. The road leaves, and takes the post-box along.',
        'Raft | The lambs have to get across. The sugar people have oil drums.',
        'Mud School | The teacher cannot come out, so that the farmers take turns. History gets very detailed.',
        'Four Fields, One Lorry | For once everybody has something to sell on the same day.',
      ),
      namedSeason(
        'Enough',
        '24 mm | Neither too much nor too little, and nobody can quite trust it.',
        'The Tenth Cow | She was a present from all of the others, and they still argue over her name.',
        'Daughters | Two farms will go on to girls. One father knows it, the other is told on camera.',
        'The Glass Tube | The gauge breaks after fifty-one years. They pour out what was in it over the oldest tree.',
      ),
    ],
  },
  {
    slug: 'eggs-and-mustard',
    title: 'Eggs and Mustard',
    synopsis:
      'A flask, boiled eggs and the slow road. Two friends who disagree about everything share a 1983 bakkie.',
    description:
      'Trevor wants to stop at each museum and Vuyelwa at every person. They have driven eleven thousand kilometres without a motorway, and have not yet agreed who packed too little mustard.',
    ...filed('veld-en-see/long-roads', 'lifestyle'),
    ...made(2025, 'en', 'xh'),
    ...rated('A'),
    ...drawn('taxi', 'hills'),
    clips: [TAXI, TRAIN],
    credits: [
      presenter('trevor-stanforth'),
      presenter('vuyelwa-nkohla'),
      music('duncan-aldersley'),
    ],
    seasons: [
      season(
        'The Museum of Irons | It holds two hundred irons and one visitor’s book. Vuyelwa talks to the lady who presses the curtains.',
        'Pass in the Clouds | First gear for two hours. A shepherd overtakes them, comes back and offers help.',
        'Border Post, Closed for Lunch | So they have lunch, and so do the officers, and so do eleven lorry drivers.',
        'The Town That Moved | When the dam came they took even the street names along. The postman still knows both.',
        'Petrol | There is none for 140 kilometres, and the only tractor belongs to somebody who will not lend.',
        'Salt, Vinegar, Sea | The road ends on a beach. They have one egg left, and one question.',
      ),
      season(
        'New Tyres | The bakkie’s fortieth birthday is held in the garage that has kept her alive, with cake on the ramp.',
        'Train Spotting for Two | Trevor waits four hours for a steam engine. Vuyelwa marries off the stationmaster’s sister.',
        'The Longest Straight | Sixty-two kilometres with no bend. It is then that they talk about her son.',
        'Bridge Under Water | They live for two days in a school, where Trevor has to explain cricket in isiXhosa.',
        'Home by Dark | The last stop is the street in which both of them were born, on different sides of it.',
      ),
    ],
  },
  {
    slug: 'saturday-side',
    title: 'Saturday Side',
    synopsis:
      'A village football team, bottom of the log, gets a coach who has only ever coached netball.',
    description:
      'Golden Bulls of Ga-Mokgwathi have eleven jerseys, eight of them the same. When the coach runs off with the transport money, Mme Hunadi from the primary school blows her whistle. She knows nothing about offside and all about boys.',
    ...filed('veld-en-see/saturday', 'drama'),
    ...made(2024, 'nso', 'en'),
    ...rated('PG', 'L'),
    ...drawn('ball', 'rays'),
    clips: [WALL, TAXI],
    credits: [
      cast('lesego-motsumi', 'Mme Hunadi'),
      cast('tlou-mphaka', 'Captain Sekgobela'),
      cast('kgaogelo-mabusela', 'Kgoši'),
      cast('mulalo-ramugondo', 'Goalkeeper Fumani'),
      writer('matome-rapetsoa'),
      director('mahlatse-phaladi'),
    ],
    seasons: [
      season(
        'No Running with the Ball | By netball rules they lose less badly: nobody can foul who has to stop.',
        'The Transport Money | They travel to an away match by donkey cart, hearse and school bus, in that order.',
        'Fumani’s Gloves | A goalkeeper with garden gloves saves everything but his marriage.',
        'Half-Time Oranges | Mme Hunadi cuts forty oranges and asks one question. They come out as another team.',
        'The Chief Is Offside | Kgoši owns the pitch, the posts and an opinion. He insists on playing up front.',
        'The Log | To stay up they need a draw, a miracle and somebody’s jersey back from the wash.',
      ),
      season(
        'Sponsor | A funeral parlour pays for the new kit. It is very well made, and dressed for mourning.',
        'The Deserter | The old coach is back, in charge of their rivals, and with the transport money on his wrist.',
        'Girls’ Team | Nineteen girls turn up for training. By the end of the week they have won it.',
        'Sekgobela’s Knee | The captain can play one more match, and must choose which.',
        'Derby | Two villages, one river and no referee. Mme Hunadi has brought her own whistle.',
        'Bulls in the City | A cup match on real grass. They take off their boots to feel it first.',
      ),
    ],
  },
  {
    slug: 'eighty-nine-kilometres',
    title: 'Eighty-Nine Kilometres',
    synopsis:
      'Five ordinary people train for the longest day of the year. One of them has already missed it eleven times.',
    description:
      'A tea lady, a judge, a pair of sisters and a man with one lung get up at four, run past their own houses and lie to their families about their toenails. From the first training run to the last cut-off.',
    ...filed('veld-en-see/champions', 'sport'),
    ...made(2026, 'en', 'zu', 'af'),
    ...rated('A'),
    ...drawn('shield', 'chevrons'),
    clips: [TRAIN, TAXI],
    credits: [
      presenter('langalakhe-myeni'),
      director('bronwyn-pettigrew'),
      music('kavendren-pillay'),
    ],
    seasons: [
      season(
        '5 km | The tea lady has told nobody. The judge has told everybody. Both of them walk home.',
        '21 km | The sisters quarrel at eleven kilometres, and both are too proud to slow down.',
        '42 km | Mr Dlomo’s one lung, and the doctor who runs behind him with a bicycle pump for luck.',
        '56 km | Rain, a closed road and a church that hands out tea to whoever believes in the next hill.',
        'Rest | Two weeks without running. It is the hardest part, say those who live with them.',
        '89 km | Twelve hours, five people, one gun at the finish. The camera runs too, and is overtaken.',
      ),
    ],
  },
  {
    slug: 'ringside-at-sis-thandis',
    title: 'Ringside at Sis Thandi’s',
    synopsis:
      'In a boxing gym above a hair salon, the champion trainer of the district braids while she corrects your left.',
    description:
      'Girls and boys from eleven to nineteen come after school. Who does not show a homework book may not put on gloves. We follow them to the provincial games, with a speaker full of gospel and a bag full of bandages.',
    ...filed('veld-en-see/champions', 'sport'),
    ...made(2025, 'xh', 'en'),
    ...rated('PG', 'V'),
    ...drawn('queen', 'chevrons'),
    clips: [CLOTH, WALL],
    credits: [presenter('thandokazi-ntlabathi'), director('siyanda-phewa'), music('bhekani-zungu')],
    seasons: [
      season(
        'Homework First | Siphe has the best hook of his age and the worst handwriting. Sis Thandi knows an exercise for both.',
        'Mirror | The fear before the first fight, told by five who have it and by one who says that he has not.',
        'Esihle, 48 Kilos | Her father has forbidden it. He comes to fetch her, and stays for three rounds.',
        'Weigh-In | Two hundred grams too many, on a morning on which somebody has baked.',
        'The Left | A fight is lost in front of everybody. The way home in the minibus, and what is sung in it.',
        'Towel | Sis Thandi ends a fight that her boy was winning, and tells him why, while she braids.',
      ),
    ],
  },
];
