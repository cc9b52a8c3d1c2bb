import { CLOTH, type DemoShow, TAXI, TRAIN, WALL } from '../demo-title.ts';
import {
  director,
  drawn,
  filed,
  made,
  music,
  namedSeason,
  presenter,
  rated,
  season,
} from './show-notation.ts';

/** What is cooked, mended and earned on Skhaftin. */
export const SKHAFTIN_POTS_AND_PEOPLE: readonly DemoShow[] = [
  {
    slug: 'pots-dont-lie',
    title: 'Pots Don’t Lie',
    synopsis:
      'Eight street cooks, one fire each, and judges who have been standing in food queues all their lives.',
    description:
      'No white jackets here: a taxi driver, a dinner lady, a retired miner and five others cook what they sell for a living. The judges are three people who know what lunch should cost. One pot is closed every week.',
    ...filed('skhaftin/pots-and-people', 'reality'),
    ...made(2025, 'en', 'zu', 'st', 'af'),
    ...rated('A'),
    ...drawn('pot', 'rays'),
    clips: [WALL, TAXI],
    credits: [
      presenter('nomazizi-gqola'),
      presenter('kgaogelo-mabusela'),
      presenter('shireen-moosa'),
      director('katrina-vaalbooi'),
    ],
    seasons: [
      season(
        'Eight Fires | Twenty-five rand and forty minutes: make something that a guard on a night shift will finish.',
        'Tripe | Some were born to it and some look out of the window. The dinner lady takes over.',
        'The Sauce | Everything is taken away except the gravy, and the gravy has to speak for itself.',
        'Leftovers | Yesterday’s pap, half of an onion and the end of a polony. A retired miner makes the judges cry.',
        'School Lunch | Two hundred judges of seven years old, and not one of them is polite.',
        'The Last Two Pots | It is the taxi driver against the dinner lady, at a rank, at half past five in the afternoon.',
      ),
      season(
        'New Fires | Eight new cooks, and among them the first winner’s daughter, who says that it is all in the salt.',
        'One Fish | A snoek, a bucket and a fire. The man from Musina has never seen one.',
        'Blindfold | They taste their own grandmothers’ dishes, cooked by the others. Not all of them recognise them.',
        'Power Cut | The judges arrive in the dark. The cook who works by smell is suddenly ahead.',
        'A Wedding by Four | They have to work together for once: six pots, three hundred guests, one spoon.',
        'Salt | The last two have the same eleven ingredients, and cannot even agree about the first.',
      ),
    ],
  },
  {
    slug: 'ouma-rina-se-spens',
    title: 'Ouma Rina se Spens',
    synopsis:
      'Behind a green door in Calvinia stand four hundred jars. Each has a label, a year and a scandal.',
    description:
      'Ouma Rina kook soos haar ouma gekook het, net met meer stories. Every week a jar comes down from the shelf, and with it somebody from the district who remembers how it got there.',
    ...filed('skhaftin/home-cooks', 'food'),
    ...made(2023, 'af'),
    ...rated('A'),
    ...drawn('pot', 'print'),
    clips: [CLOTH, WALL],
    credits: [
      presenter('hendrina-vermaak'),
      presenter('ruan-esterhuyse'),
      director('mieke-labuschagne'),
    ],
    seasons: [
      namedSeason(
        'Somer',
        'Appelkoos 2009 | The year in which the tree carried so much that it broke, and a shy farmer proposed beside it.',
        'Groenvye | Green figs need nine days, lime and patience. Ruan has brought none of the three.',
        'Die Tamatie-oorlog | Two sisters, one recipe for tomato jam, and a prize at the show that was shared out in 1971.',
        'Perske-atjar | A jar from a neighbour who once only greeted with his hat, and later with peaches.',
        'Lemoenskil | Nothing is thrown away: out of the peel of forty oranges comes a present for the magistrate.',
      ),
      namedSeason(
        'Winter',
        'Beesstert | A tail that started to cook on Thursday is served on Saturday, to people who walked here for it.',
        'Roosterkoek | Bread straight from the grid, and how to tell by ear when it is done.',
        'Kweperjellie | It will not set. Three women look into the pot in silence, as at a bedside.',
        'Moerkoffie | A bag, a bone-handled spoon and a story that takes exactly one pot to tell.',
        'Die Leë Fles | The last jar on the top shelf is empty. Ouma Rina tells us whom it is waiting for.',
      ),
    ],
  },
  {
    slug: 'dijo-tsa-gae',
    title: 'Dijo tša Gae',
    synopsis:
      'From morogo to marotse: a young chef in Polokwane goes home to learn what her cookery school left out.',
    description:
      'Mokgadi can make a foam out of anything. Her grandmother asks who is supposed to be full after that. So they cook through a year in the village together, from the first green leaves after the rain to the dried beans of August.',
    ...filed('skhaftin/home-cooks', 'food'),
    ...made(2024, 'nso', 'en'),
    ...rated('A'),
    ...drawn('sun', 'blanket'),
    clips: [WALL],
    credits: [
      presenter('mokgadi-seabi'),
      presenter('mahlatse-phaladi'),
      director('matome-rapetsoa'),
    ],
    seasons: [
      season(
        'Morogo | Koko picks eleven kinds of leaf from what Mokgadi had taken for weeds.',
        'Ting | Sour porridge takes three days, and cannot be told to hurry by anybody with a certificate.',
        'Mashotja | The caterpillars are ready, the children know which trees, and the chef learns to squeeze.',
        'Marotse | A melon of no beauty turns into the best dish of the winter.',
        'Kgogo ya Gae | A chicken that ran free needs an afternoon. They use it to talk about her grandfather.',
        'Bogobe Day | Forty cousins arrive. The foam is served as well, on a teaspoon, to much laughter.',
      ),
    ],
  },
  {
    slug: 'the-bunny-trail',
    title: 'The Bunny Trail',
    synopsis:
      'Two cousins drive the old sugar road up the coast and ask in every kitchen for half a loaf and the truth.',
    description:
      'Thashni writes down recipes, Rajesh eats the evidence. Between Isipingo and Stanger they meet the people who fed the cane cutters, the dockers and the cricketers, and who all say that the others put in too much cinnamon.',
    ...filed('skhaftin/pots-and-people', 'food'),
    ...made(2026, 'en', 'zu'),
    ...rated('A'),
    ...drawn('taxi', 'diamonds'),
    clips: [TAXI, CLOTH],
    credits: [presenter('thashni-perumal'), presenter('rajesh-haripersad'), music('yusuf-kajee')],
    seasons: [
      season(
        'Half a Loaf | Why one never lifts the lid first, explained by a woman who has cut bread for fifty years.',
        'The Mutton Sermon | A butcher and a priest give the same talk about patience, and only one is talking of souls.',
        'Sugar Beans | In a barracks kitchen, Bab’ Khuzwayo cooks what the Tamil cook taught his father in 1952.',
        'Crab | Low tide at four in the morning, buckets, and an auntie who chooses by the look in their eyes.',
        'Madumbi | A root that grows in wet ground, and the three families who say that they brought it here.',
        'Sweetmeats | Nine boxes for nine neighbours on the night of lights, and the only box that comes back full.',
      ),
    ],
  },
  {
    slug: 'first-salary',
    title: 'First Salary',
    synopsis:
      'What somebody’s very first pay turns into: shoes, a roof, a party, a row, a tombstone for a grandfather.',
    description:
      'Six young people let us count along for the month in which they are paid for the first time. There is a list at home, and everybody is on it. Nobody is told off here, and everybody learns something, mostly about their mothers.',
    ...filed('skhaftin/side-hustles', 'reality'),
    ...made(2025, 'en', 'zu', 'xh', 'tn', 'ts'),
    ...rated('A'),
    ...drawn('street', 'rays'),
    clips: [TRAIN, TAXI],
    credits: [
      presenter('palesa-mokhachane'),
      director('bonginkhosi-mavuso'),
      music('azwinndini-mudau'),
    ],
    seasons: [
      season(
        'Anathi, Dental Assistant | She wants to buy her mother a stove. Her mother wants her to buy shoes. They compare lists.',
        'Kgotso, Railway Apprentice | Eleven people wait at the gate on pay day, and every one of them has once lent him something.',
        'Leandri, Game Guard | She has never had a bank card. On the first evening she looks at it more than at the lions.',
        'Musa, Barber | He pays himself for the first time, out of one pocket into the other, with a receipt.',
        'Nyiko, Teacher | Half of it goes to his own old school, which does not know what to do with so much chalk.',
        'Zubeida, Tailor | A year on they all meet, and Zubeida has made a jacket for each of them.',
      ),
      season(
        'Sifiso, Lighthouse Keeper’s Mate | There is nowhere to spend it. In the third month a catalogue is washed up.',
        'Pontsho, Beekeeper | She is paid in honey and has to turn it into rent by Friday.',
        'Damian, Ambulance Driver | He promised his grandmother a tombstone for her husband, and she has started to choose the words.',
        'Thembisa, Bricklayer | The only woman on the site earns the same. It takes a strike of one to find that out.',
        'Rendani, Drone Pilot | He sprays mangoes from the sky, and his father still carries the tank on his back.',
        'Kaylin, Sound Engineer | Her first pay is a microphone, says the band. Her union says something else.',
      ),
    ],
  },
  {
    slug: 'boss-after-five',
    title: 'Boss After Five',
    synopsis:
      'By day they file, drive, guard and teach. After five they make candles, coffins, ice lollies and money.',
    description:
      'Each programme goes with one person from the job that pays the rent to the one that pays the dream, counts both, and asks somebody who has done it before what to do next.',
    ...filed('skhaftin/side-hustles', 'lifestyle'),
    ...made(2026, 'en', 'st', 'zu', 've'),
    ...rated('A'),
    ...drawn('lamp', 'diamonds'),
    clips: [TRAIN],
    credits: [
      presenter('hlamalani-mathonsi'),
      presenter('megan-thorncroft'),
      director('nthabeleng-phafoli'),
    ],
    seasons: [
      season(
        'The Clerk Who Makes Coffins | They are painted with what people loved: buses, roses, a certain football club’s colours.',
        'Ice in Thohoyandou | A policeman, a freezer and eleven flavours. The baobab one sells out in an hour.',
        'The Maths Teacher’s Candles | She measures wax to the gram and gives customers away for free.',
        'Forty Hens | A guard sells eggs at the end of the night shift. The hens have begun to wait up for him.',
        'Wigs by Wednesday | A nurse knots hair on her train rides, two hundred strokes to the station.',
      ),
    ],
  },
  {
    slug: 'nine-metres-square',
    title: 'Nine Metres Square',
    synopsis:
      'One back room, one weekend, R3,000, and somebody who has lived out of a suitcase for too long.',
    description:
      'Half of the country has lived in a back room at some time. Carpenter Bheki and painter Nomasonto make nine square metres into a home, with hinges, colour and what stands behind the neighbour’s garage.',
    ...filed('skhaftin/fix-and-grow', 'lifestyle'),
    ...made(2024, 'nr', 'zu', 'en'),
    ...rated('A'),
    ...drawn('house', 'chevrons'),
    clips: [WALL],
    credits: [
      presenter('bheki-mtsweni'),
      presenter('nomasonto-skosana'),
      director('thandokazi-ntlabathi'),
    ],
    seasons: [
      season(
        'A Bed That Is a Table | A student of law has to choose between sleeping and studying, until Bheki finds two hinges.',
        'Grandmother’s Wall | Nomasonto paints the wall as her gogo taught her: no ruler, no tape, and not one crooked line.',
        'Two in a Room | Twin brothers, one window. A cupboard becomes a border, and then a bridge.',
        'The Kitchen in the Corner | A cook who sells from a crate gets a shelf for every pot, and a hatch to the street.',
        'Room for a Cot | A security guard is going to be a father on Tuesday. It is Saturday.',
        'The Last Suitcase | After eleven years somebody unpacks, and Bheki has to go outside for a moment.',
      ),
    ],
  },
  {
    slug: 'tyres-and-tomatoes',
    title: 'Tyres and Tomatoes',
    synopsis:
      'Gardens where there is no room for any: on roofs, in tyres, along railway lines and behind a police station.',
    description:
      'Gogo Ntombana grows spinach in anything that holds soil. She visits people who have two buckets and a wall, and leaves only when something is coming up.',
    ...filed('skhaftin/fix-and-grow', 'lifestyle'),
    ...made(2025, 'zu', 'nr', 'en'),
    ...rated('A'),
    ...drawn('protea', 'hills'),
    clips: [CLOTH],
    credits: [
      presenter('ntombana-sibanyoni'),
      presenter('phuti-malatsane'),
      director('ndivhuwo-rasila'),
    ],
    seasons: [
      season(
        'Two Buckets | A flat on the sixth floor gets its first tomato, and the whole lift comes to see it.',
        'The Fence | Beans climb up a prison fence, from both sides.',
        'Grey Water | What runs out of the bath is good for pumpkins, if somebody explains soap to the household.',
        'Station Spinach | Commuters water a bed beside platform two. Nobody was asked, and everybody does it.',
        'Seed Day | Old women swap seeds out of matchboxes, and one matchbox is older than the country’s flag.',
      ),
    ],
  },
];
