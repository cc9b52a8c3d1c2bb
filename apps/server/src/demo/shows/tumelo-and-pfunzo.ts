import { CLOTH, type DemoShow, TAXI, TRAIN, WALL } from '../demo-title.ts';
import {
  cast,
  director,
  drawn,
  filed,
  made,
  music,
  presenter,
  rated,
  season,
  writer,
} from './show-notation.ts';

/** The shows of Tumelo, for the soul, and of Pfunzo, for the head and the hands. */
export const TUMELO_AND_PFUNZO: readonly DemoShow[] = [
  {
    slug: 'small-pulpit',
    title: 'Small Pulpit',
    synopsis:
      'Tin churches, garage churches, a church in a bus: sermons from where there is only room for a few.',
    description:
      'Mfundisi Babalwa travels with a folding chair and sits down at the back. She lets the local preacher speak, asks one question at the door, and stays to wash the cups.',
    ...filed('tumelo/sunday-word', 'gospel'),
    ...made(2025, 'xh', 'en', 'st'),
    ...rated('A'),
    ...drawn('book', 'gables'),
    clips: [TAXI],
    credits: [presenter('babalwa-zitha'), music('katleho-mosoeu'), director('bonginkhosi-mavuso')],
    seasons: [
      season(
        'The Bus Without Wheels | Forty seats, one bell, and a sermon about those who missed it.',
        'Garage, Sunday Only | From Monday to Saturday it smells of oil. The mechanic preaches on mending.',
        'Seven People and a Dog | The smallest congregation so far. The dog is on the rota for the door.',
        'Under the Pylon | It hums during the prayer. They have learnt to sing in its key.',
        'The Prison Chapel | A text about doors, chosen by somebody who has been waiting for one since 2006.',
      ),
    ],
  },
  {
    slug: 'from-the-second-verse',
    title: 'From the Second Verse',
    synopsis:
      'Choir practice, not the concert: where they stop, laugh, start again, and then it happens.',
    description:
      'Every Tuesday another church hall, with the urn on and somebody’s baby in the piano stool. A song is learnt from the first wrong note to the one at which all get up.',
    ...filed('tumelo/praise', 'gospel'),
    ...made(2024, 'zu', 'xh', 've', 'en'),
    ...rated('A'),
    ...drawn('star', 'diamonds'),
    clips: [CLOTH, TAXI],
    credits: [
      presenter('tinyiko-makhuvele'),
      music('lwazi-nhlengethwa'),
      music('rofhiwa-netshifhefhe'),
    ],
    seasons: [
      season(
        'The Tenors Are Late | Until they come, the altos sing both parts, and better.',
        'Uniform | A new collar is tried on by sixty women, and the song is about humility.',
        'MaSithole’s Last Solo | She is ninety-one. She has told them so for eleven years running.',
        'Venda Hymn, Slowly | It is taken apart word by word for the city choir. They end up in tears over a vowel.',
        'The Drummer Is Nine | He has hit it once too often at home. Here he is asked to hit it again.',
        'Power Cut Praise | The keyboard dies in the second verse. Nobody mentions it.',
      ),
    ],
  },
  {
    slug: 'what-was-left',
    title: 'What Was Left',
    synopsis:
      'After the fire, the flood, the illness: people show the one thing that was left, and what they built on it.',
    description:
      'A spoon, a hymn, a neighbour, a habit. Half an hour, one person, one thing on the table between them and us.',
    ...filed('tumelo/testimonies', 'documentary'),
    ...made(2026, 'en', 'zu', 'af'),
    ...rated('PG'),
    ...drawn('heart', 'hills'),
    clips: [WALL],
    credits: [
      presenter('nonsikelelo-magagula'),
      director('prenisha-govindasamy'),
      music('ntombenhle-sishi'),
    ],
    seasons: [
      season(
        'A Spoon | The house went with the river. MaZwane has fed eleven orphans with what was in her apron.',
        'A Telephone Number | He had not used it in twenty years. He dialled it from the floor of a police cell.',
        'One Verse | A teacher lost her words after a stroke, all but a single verse, and began to teach with it.',
        'The Left Hand | An organist, a baler and the long way to a piece for one hand.',
        'The Garden Gate | In front of the ashes it was still standing. They left it open, and people came.',
      ),
    ],
  },
  {
    slug: 'the-neighbours-feast',
    title: 'The Neighbour’s Feast',
    synopsis:
      'Your neighbour keeps a feast and you have only ever smelt it over the wall. This time you are asked in.',
    description:
      'A Muslim, a Hindu, a Jewish, a Nama and an African-church family each invite the people next door to the great day of their year. There is much to eat, a little to explain, and shoes to be taken off.',
    ...filed('tumelo/many-paths', 'documentary'),
    ...made(2025, 'en', 'af', 'zu', 'xh'),
    ...rated('A'),
    ...drawn('mountain', 'diamonds'),
    clips: [CLOTH, WALL],
    credits: [
      presenter('shireen-moosa'),
      presenter('mzukisi-dyasi'),
      director('ilana-sacharowitz'),
    ],
    seasons: [
      season(
        'The Moon over Bo-Kaap | For a month they heard the pots at four in the morning. Today they carry one of them.',
        'Nine Lamps in Verulam | The boy from next door lights the ninth, and is told why it stands on the step.',
        'A Chair for a Prophet | One chair at the table stays empty, and the little girl from over the road would like to know since when.',
        'White Robes, Green Sash | At five they go down to the sea. The neighbour, who cannot swim, holds the shoes.',
        'First Rain | In the Richtersveld an old man greets the clouds in a language that his guests hear for the first time.',
      ),
    ],
  },
  {
    slug: 'one-candle',
    title: 'One Candle',
    synopsis:
      'Five minutes, one candle, one thought for those who are up first. Seven mornings, seven voices.',
    description:
      'A thought for each day of the week, from kitchens, bus stops and stable doors. It ends when the pot boils.',
    ...filed('tumelo/quiet-minutes', 'gospel'),
    ...made(2026, 'en', 'st', 'zu', 'af', 'ts'),
    ...rated('A'),
    ...drawn('sun', 'rays'),
    clips: [TRAIN],
    credits: [
      presenter('tebatso-moilwa'),
      presenter('annelie-terblans'),
      presenter('ntwanano-mabasa'),
    ],
    seasons: [
      season(
        'Monday: The Match | It takes one to light all of the others, and it does not get any shorter by it.',
        'Tuesday: The Bus Stop | On waiting with people whose names one does not know, and wishing them well.',
        'Wednesday: The Middle | A cleaner sits down on the eleventh of twenty-two steps.',
        'Thursday: The List | What to put on it first, and what can be left off altogether.',
        'Friday: Enough | A shopkeeper counts, closes the drawer and says thank you to an empty shop.',
        'Saturday: Washing Water | On things that come clean, and on those that are simply worn.',
        'Sunday: The Second Cup | Nobody has to get up. Somebody does, so that the others need not.',
      ),
    ],
  },
  {
    slug: 'the-vetkoek-formula',
    title: 'The Vetkoek Formula',
    synopsis:
      'Mrs Ntshangase sold vetkoek to pay for her maths degree. Now she teaches the one with the other.',
    description:
      'From fractions to functions, at the stall where she still fries on Saturdays. Each lesson ends with a sum that one can eat, and with the question that always comes up in the examination.',
    ...filed('pfunzo/maths', 'learning'),
    ...made(2025, 'en', 'zu'),
    ...rated('A'),
    ...drawn('pot', 'chevrons'),
    clips: [WALL, TAXI],
    credits: [
      presenter('gugulami-ntshangase'),
      writer('devan-ramnarain'),
      director('zodwa-mthiyane'),
    ],
    seasons: [
      season(
        'A Half of a Third | Three brothers, one vetkoek, and the one who came late.',
        'Minus Times Minus | Somebody takes away your debt. Are you richer? She proves it with coins.',
        'Per Cent | Two signs, two discounts, one of them a lie. The whole queue does the sum.',
        'Let X Be Mince | She covers it with a lid, and from then on nobody is afraid of x.',
        'The Slope of the Street | A trolley, a brick and a stop-watch: gradients that one feels in one’s calves.',
      ),
      season(
        'Chance | Six fillings, two friends, one bite. How likely is it that you get her mince?',
        'The Circle | Dough does not care about pi. The edge of the pan does.',
        'Interest | R100 lent until Friday, every Friday, for a year. She writes it along the whole wall.',
        'Parabola | A vetkoek flies from stall to mouth, and they draw the curve.',
        'Paper One | Three hours, no vetkoek. She sits the examination with them, and shows where she hesitated.',
      ),
    ],
  },
  {
    slug: 'under-the-sink-science',
    title: 'Under the Sink Science',
    synopsis:
      'Vinegar, candles, an old phone charger: two sisters test in a kitchen what the book only claims.',
    description:
      'Ndivhuwo is an engineer, Fulufhelo is fourteen and does not believe her. Mother has asked for the ceiling to stay white.',
    ...filed('pfunzo/science', 'learning'),
    ...made(2026, 'en', 've'),
    ...rated('A'),
    ...drawn('lamp', 'diamonds'),
    clips: [CLOTH],
    credits: [
      presenter('ndivhuwo-rasila'),
      presenter('fulufhelo-thanyani'),
      director('mulalo-ramugondo'),
    ],
    seasons: [
      season(
        'The Volcano Is Boring | So they ask what it is that bubbles, and catch it, and put out a candle with it.',
        'A Motor for Nothing | A magnet, a battery and a bent bit of wire begin to spin, and then will not stop.',
        'Eggs That Float | Whose egg is old, whose is salted, and what a ship has to do with it.',
        'The Sound of a String | Two tins across the yard. Ndivhuwo whispers; Mother hears.',
        'Hot Water Freezes First? | They have heard it, they have read it, and now they wait beside the freezer.',
      ),
    ],
  },
  {
    slug: 'say-my-name-right',
    title: 'Say My Name Right',
    synopsis:
      'Eleven languages, one name at a time: how to say it, what it means, and who was called so first.',
    description:
      'Two teachers of language stand at the school gate and ask for names. Out of each grow a sound, a greeting and a sentence with which you can make somebody’s mother smile.',
    ...filed('pfunzo/languages', 'learning'),
    ...made(2024, 'en', 'xh', 'zu', 've', 'tn', 'af', 'nr'),
    ...rated('A'),
    ...drawn('mask', 'chevrons'),
    clips: [TAXI, CLOTH],
    credits: [
      presenter('nomazizi-gqola'),
      presenter('vutomi-chabalala'),
      writer('onalenna-sebego'),
    ],
    seasons: [
      season(
        'Nqaba | The q is a cork that comes out of a bottle. A class of forty sounds like a wedding.',
        'Gaopalelwe | Four syllables, one promise: nothing is too hard for Him. Say it to somebody who needs it.',
        'Ḓembe | The little roof under the letter is not dust on the screen. Tongue to the teeth, please.',
        'Schalk | A sound from the throat that half of the country finds rude and the other half cannot live without.',
        'Sibongile | One name, nine greetings, and why thank you is never for one person alone.',
        'Xiluva | It means flower, starts like a whisper, and has been got wrong on each of her certificates.',
      ),
    ],
  },
  {
    slug: 'history-with-receipts',
    title: 'History with Receipts',
    synopsis:
      'A pass, a tram ticket, a bill for one piano: big history, told by the small papers that were left over.',
    description:
      'Archivist Yumna and historian Kagisho put one slip of paper on the table in each programme, and do not get up until they know who held it.',
    ...filed('pfunzo/how-we-got-here', 'history'),
    ...made(2025, 'en', 'af', 'tn'),
    ...rated('PG', 'P'),
    ...drawn('eye', 'print'),
    clips: [TRAIN, WALL],
    credits: [presenter('yumna-salie'), presenter('kagisho-merafe'), director('barney-lifschutz')],
    seasons: [
      season(
        'One Tram Ticket, 1912 | It is punched at a stop where its owner was not allowed to get in.',
        'A Bill for Blankets | Two hundred blankets for a labour recruiter, and four men who came home in them.',
        'Receipt for a Vote | What the old lady was given at the polling station in 1994, and has kept in her Bible since.',
        'Payslip of a Diamond Sorter | Two sorters at one table, two wages. The difference is worked out to the penny.',
        'The Piano, Deposit Paid | A family paid it off until 1966. The piano was delivered to a street that was gone.',
        'Library Card Number Nine | A reader borrowed one book four hundred times, under four hundred names.',
      ),
    ],
  },
  {
    slug: 'measure-twice',
    title: 'Measure Twice',
    synopsis:
      'Bricks, taps, hems and hinges: six masters teach you the first thing that they were ever shown.',
    description:
      'No one here talks of passion. They talk of millimetres, of the sound of a good cut, and of the old man who made them do it again.',
    ...filed('pfunzo/with-your-hands', 'lifestyle'),
    ...made(2024, 'en', 'zu', 'nr', 'af'),
    ...rated('A'),
    ...drawn('shield', 'print'),
    clips: [CLOTH, WALL],
    credits: [
      presenter('petrus-masombuka'),
      presenter('rochelle-fortuin'),
      director('gaopalelwe-seitshiro'),
    ],
    seasons: [
      season(
        'The First Course | Lay the first row of bricks wrong, says Petrus, and you will look at it for forty years.',
        'A Dripping Tap | A washer for R4, a spanner, and a street that lies awake no longer.',
        'The Invisible Hem | Rochelle sews a hem that nobody will see, and shows how one can tell.',
        'Planing | The curl that comes off should be so thin that one can read through it.',
        'Solder | Two wires, one drop, no wobble. A radio from 1970 says good evening.',
        'Second-Hand Hinge | How to hang a door alone, with a wedge, a foot and a little singing.',
      ),
    ],
  },
  {
    slug: 'four-cousins-one-blazer',
    title: 'Four Cousins, One Blazer',
    synopsis:
      'A series about the forty minutes that frighten everybody: six job interviews, with and without help.',
    description:
      'Sindi needs a job, cousin Tebatso has read a book about it, and Aunt Barbara has hired people for thirty years. A small comedy with a great deal of use in it.',
    ...filed('pfunzo/first-payslip', 'comedy'),
    ...made(2026, 'en', 'tn', 'zu'),
    ...rated('A'),
    ...drawn('street', 'rings'),
    clips: [TRAIN, TAXI],
    credits: [
      cast('nonjabulo-msane', 'Sindi'),
      cast('tlou-mphaka', 'Tebatso'),
      cast('vivian-kwan-hoy', 'Aunt Barbara'),
      writer('sarojini-munsamy'),
    ],
    seasons: [
      season(
        'The CV | Eleven pages, three of them about chess. Aunt Barbara has a pair of scissors.',
        'Ten o’Clock | Four cousins share one good blazer, and two of them have an interview at ten.',
        'Your Greatest Weakness | Tebatso’s book says perfectionism. The man across the table wrote the book.',
        'The Gap | From March to June there is nothing in the CV. It was the most important thing that she ever did.',
        'Any Questions? | She has one, and the whole panel goes quiet and starts to talk among itself.',
        'The Letter | There is an offer, there are deductions, and there is a party for four cousins in one blazer.',
      ),
    ],
  },
];
