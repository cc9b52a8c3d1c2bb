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

/** The shows of Ngoma: sessions, choirs, dancers, and one studio with a leaking roof. */
export const NGOMA: readonly DemoShow[] = [
  {
    slug: 'studio-b',
    title: 'Studio B',
    synopsis:
      'Studio A belongs to the stars. Studio B has egg boxes on the walls, a leak, and the better ears.',
    description:
      'In a basement in Johannesburg an old sound engineer and a girl who was only sent to collect a cable start to record people for whom nobody had booked a studio. Upstairs, the owner hears a bass line come through the floor.',
    ...filed('ngoma/new-sounds', 'drama'),
    ...made(2025, 'en', 'zu', 'st'),
    ...rated('13', 'L'),
    ...drawn('record', 'gables'),
    clips: [TRAIN, WALL],
    credits: [
      cast('mpho-ralebitso', 'Bra Kolo'),
      cast('babalwa-zitha', 'Ntokozo'),
      cast('barney-lifschutz', 'Mr Halloran'),
      cast('lwazi-nhlengethwa', 'Jazzman'),
      music('petrus-masombuka'),
      director('dimakatso-ramabodu'),
    ],
    seasons: [
      season(
        'The Cable | Ntokozo comes for six metres of cable, and stays because a kick drum is out of tune.',
        'Egg Boxes | The leak drips in F sharp. They decide to play in F sharp.',
        'The Cleaner’s Tape | She hums while she mops. Bra Kolo has left the microphone open on purpose.',
        'Upstairs | A star has lost his voice and borrows one from the basement, without saying whose it is.',
        'Royalties | Eleven cents come in. They have to be shared among four people and a church.',
        'Red Light | It is on, nobody may speak, and the sheriff of the court is on the stairs.',
      ),
      season(
        'Move | All that they own fits into a bakkie but the room itself, and the sound was in the room.',
        'The Bathroom Album | They record in a swimming bath without water. Jazzman will not come out again.',
        'Sample | Halloran’s new hit has four bars in it that Ntokozo’s grandfather played in 1961.',
        'The Hearing | A judge who has never danced has to decide whose rhythm it is, and taps her pen.',
        'Bra Kolo’s Ears | The doctor shows him a curve that goes down. He asks to hear it.',
        'Studio C | A garage, a new leak, and a girl at the door who was only sent to collect a cable.',
      ),
    ],
  },
  {
    slug: 'amaphimbo',
    title: 'Amaphimbo',
    synopsis:
      'Twelve choirs, one bus route and a conductor’s baton that changes hands. The country’s warmest contest.',
    description:
      'Mine choirs, school choirs, a choir of police reservists and one of widows sing against one another and then, each Sunday, together. Whoever loses lends the winners its best alto.',
    ...filed('ngoma/choirs', 'reality'),
    ...made(2024, 'xh', 'zu', 'st', 'en'),
    ...rated('A'),
    ...drawn('star', 'chevrons'),
    clips: [TAXI, CLOTH],
    credits: [
      presenter('nonsikelelo-magagula'),
      presenter('retselisitsoe-khoele'),
      music('sibabalwe-matinise'),
      director('tengetile-lukhele'),
    ],
    seasons: [
      namedSeason(
        'The first bus',
        'Twelve Buses | They all arrive at once, and warm up in one car park. The guard asks for an encore.',
        'The Widows of Ward Six | They have practised for a year, in black. On stage they take off their coats, and are in yellow.',
        'Police Reservists | Perfect time, perfect rows, no smile. The conductor tries everything, even a warrant.',
        'A Borrowed Alto | MaNgcobo has lost with her own choir, and now sings with those who beat it.',
        'Folk Song Day | One song, six languages, and a tenor who knows in which valley it was stolen.',
        'Last Chord | Two choirs are left. One of them has lost its bus, and the other goes to fetch it.',
      ),
      namedSeason(
        'Children’s voices',
        'Teeth | Half of the little choirs have no front teeth this week, and the song is full of s.',
        'The Boy Who Growls | His voice breaks in bar nine. He is moved to the basses, at the back, on a crate.',
        'Mother Tongue | Each child teaches the others one lullaby from home, and forty mothers ring up.',
        'Without a Conductor | The teacher has the flu. An eleven-year-old lifts her ruler.',
        'The Hall Is Full | Six hundred parents, four hundred seats, and the choir has to sing them into order.',
      ),
    ],
  },
  {
    slug: 'kwa-gogo-sessions',
    title: 'Kwa-Gogo Sessions',
    synopsis:
      'One yard in Mamelodi, one band, one take. Gogo decides when it is too loud, and who gets cake.',
    description:
      'A rug under the peach tree, a cable out of the kitchen window, and musicians who mostly play in larger places. The neighbours are the audience, the dog is in the mix.',
    ...filed('ngoma/sessions', 'music'),
    ...made(2026, 'en', 'nso', 'zu', 'ts'),
    ...rated('A'),
    ...drawn('tree', 'rays'),
    clips: [CLOTH, TAXI],
    credits: [
      presenter('onalenna-sebego'),
      music('tshidiso-letsoara'),
      music('fulufhelo-thanyani'),
      director('katleho-mosoeu'),
    ],
    seasons: [
      season(
        'Seven Brothers and a Tuba | There is room for six on the rug. The tuba plays from the roof.',
        'The Quiet One | A singer who will not look at anybody. Gogo gives her beans to sort while she sings.',
        'Marimbas at Noon | Four girls, two marimbas, and a rooster that comes in on the third beat.',
        'Xitsonga Disco | The tempo is so high that the washing dries.',
        'Rain Take | It starts to pour in bar one, and they finish under a table, at half of the tempo.',
        'Gogo’s Request | She wants to hear a hymn from 1958. The punk band asks for the key.',
      ),
    ],
  },
  {
    slug: 'eight-counts',
    title: 'Eight Counts',
    synopsis:
      'A taxi-rank dance crew from Katlehong gets eight weeks and a real stage. Their teacher gets the bill.',
    description:
      'They have danced on cardboard between two departures since they were nine. Now a theatre has invited them by mistake, taking them for a ballet of the same name, and they decide not to mention it.',
    ...filed('ngoma/dance-floor', 'drama'),
    ...made(2024, 'st', 'zu', 'en'),
    ...rated('10-12PG', 'L'),
    ...drawn('queen', 'rays'),
    clips: [TAXI, WALL],
    credits: [
      cast('boitumelo-kgafela', 'Reneilwe'),
      cast('mfanafuthi-ndlela', 'Spekko'),
      cast('tebatso-moilwa', 'Ntate Rakgotso'),
      cast('ilana-sacharowitz', 'Madame Verity'),
      director('gaopalelwe-seitshiro'),
    ],
    seasons: [
      season(
        'The Wrong Eight Counts | The letter says “swans”. Spekko reads it out twice.',
        'Cardboard | The theatre has a sprung floor. They ask whether they may put cardboard on it.',
        'Madame Verity | She notices at once, says nothing, and teaches them to point their toes.',
        'Two Jobs | Reneilwe sells airtime until the whistle blows, and then runs eleven kilometres to rehearsal.',
        'The Real Ones | The other Eight Counts are twelve polite ladies from Knysna, and they would like to see.',
        'Curtain | Twelve swans, nine pairs of takkies and one overture.',
      ),
    ],
  },
  {
    slug: 'konsertina-kilometers',
    title: 'Konsertina-Kilometers',
    synopsis:
      'A bus with a squeezebox stops wherever somebody has dust on the floor and a reason to dance.',
    description:
      'Oom Dawid en Katrina ry van plaassaal tot skoolsaal en soek die ou deuntjies. Riel dancers, concertina players, a mouth-organ genius of ten: everybody gets on for a few kilometres and leaves a tune behind.',
    ...filed('ngoma/dance-floor', 'music'),
    ...made(2025, 'af', 'en'),
    ...rated('A'),
    ...drawn('street', 'chevrons'),
    clips: [TAXI, CLOTH],
    credits: [
      presenter('dawid-koegelenberg'),
      presenter('katrina-vaalbooi'),
      music('frikkie-swiegers'),
    ],
    seasons: [
      season(
        'Stof in Wupperthal | Rieldansers with feathers in their hats show what can be done with one knee.',
        'Die Mondfluitjie | A boy of ten plays what the windmill plays, and the windmill answers.',
        'Two Left Hands | A widower plays only the bass side: his wife had the right one.',
        'Askoek en Vastrap | Dancing until the bread is done in the ashes, and then a little longer.',
        'The Last Repairer | In a shed near Vredendal somebody still glues bellows by hand, and hums the note that is missing.',
      ),
    ],
  },
  {
    slug: 'late-at-the-lemon-tree',
    title: 'Late at the Lemon Tree',
    synopsis:
      'A jazz club for forty-one people. After midnight the band tells how the song came about, and plays it again.',
    description:
      'The pianist has been here since it was a shoe shop, the trumpeter since Tuesday. Three songs a night, talk in between, and no clapping until the last note is really over.',
    ...filed('ngoma/jazz-and-strings', 'music'),
    ...made(2023, 'en', 'xh', 'af'),
    ...rated('A'),
    ...drawn('lamp', 'rings'),
    clips: [TRAIN],
    credits: [
      presenter('ashwin-plaatjies'),
      music('thulasizwe-hlophe'),
      music('fatima-da-serra'),
      music('kagisho-merafe'),
      director('hendrina-vermaak'),
    ],
    seasons: [
      season(
        'Blues for a Shoe Shop | Where the till stood there is a piano now. It still gives change.',
        'Left at Langa Station | A waltz written on the back of a ticket, for somebody who missed the train on purpose.',
        'Cape Minor | Three generations of one family on one saxophone, in order of age.',
        'The Bassist Sleeps | He says that he does not. The tempo says otherwise, and it is beautiful.',
        'Strings Attached | The township quartet next door complains about the noise, and is asked to bring its cellos.',
      ),
      season(
        'A Hole in the Roof | For as long as the sky looks in they play only songs with the moon in them.',
        'Song for a Strike | It was sung once, in 1973, by two thousand people. Nobody wrote it down, but one of them hums.',
        'The Trumpeter’s Father | He comes to listen for the first time, sits down at the back, and keeps his hat on.',
        'Forty-Two | A forty-second chair is put in for a widow, and stays.',
        'Closing Time | The last set has no end: each of them leaves the stage when his part is said.',
      ),
    ],
  },
  {
    slug: 'who-wrote-that',
    title: 'Who Wrote That?',
    synopsis:
      'Everybody can sing it and nobody knows who wrote it. Two music detectives knock at doors until somebody does.',
    description:
      'A lullaby, a football chant, a jingle for paraffin, a wedding song that has been danced to ten thousand times. Lineo digs in archives and Qiniso asks in taverns; it is hardly ever the archive that knows.',
    ...filed('ngoma/behind-the-song', 'documentary'),
    ...made(2025, 'en', 'st', 'zu'),
    ...rated('A'),
    ...drawn('radio', 'print'),
    clips: [WALL, TRAIN],
    credits: [presenter('lineo-tsoeunyane'), presenter('qiniso-mbhele'), writer('vivian-kwan-hoy')],
    seasons: [
      season(
        'The Wedding Song | Its writer is a bus conductor of eighty-four, and was never once invited.',
        'The Paraffin Jingle | Eleven seconds long, and it put a whole family through school.',
        'A Chant from Row F | A blind supporter began it in 1982, to know where his friends were sitting.',
        'Lullaby Without a Name | Four valleys claim it. The only recording has a cow in it, and she settles the matter.',
        'The National B-Side | The record was sold for its other song. Qiniso finds the girl who sang for a pair of shoes.',
        'The Song That Was Banned | Nobody can say why. The censor’s own daughter has kept the file, and the record.',
      ),
    ],
  },
];
