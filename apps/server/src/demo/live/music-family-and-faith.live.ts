import type { LiveChannelInput } from '../../catalogue/catalogue.input.ts';
import { type BroadcastDay, weekOf } from './broadcast-week.ts';

/** The live channels that sing, tell stories and pray. */

const NGOMA_WEEKDAY: BroadcastDay = [
  ['05:00', 'Sunrise Guitars', 'Maskandi and finger-picking for the first bus.'],
  [
    '07:00',
    'Hoot in Time',
    'Quick songs for slow traffic, and a taxi driver who chooses every fifth one.',
  ],
  [
    '09:00',
    'Choir Practice',
    'We sit in. Sometimes they stop, and somebody is asked to sing it alone.',
  ],
  [
    '11:00',
    'Liner Notes',
    'One record from first groove to last, with the person who played the shaker.',
  ],
  ['13:00', 'Lunch With a Band', 'Five songs and a plate of food in the yard.'],
  ['15:00', 'New Sounds at Three', 'Songs that did not exist last week.', 'PG', 'L'],
  ['17:00', 'Dance Class, Stand Up', 'Pantsula on Monday, langarm by Friday. Move the table.'],
  ['18:00', 'Hit or Stay', 'Twelve callers decide whether a song may stay another day.', 'PG', 'L'],
  [
    '20:00',
    'Live in the Yard',
    [
      'Monday’s yard: a mbira and a brass band that met this morning.',
      'Tuesday’s yard: four sisters and the guitar that they share.',
      'Wednesday’s yard: maskandi uncles, round two.',
      'Thursday’s yard: Cape rap, and a banjo that is older than all of them.',
      'Friday’s yard: whoever turns up, until the neighbours join in.',
    ],
    'PG',
  ],
  ['22:00', 'Blue Hour', 'Trumpets, brushes and low lights.'],
  ['01:00', 'Lullabies for Grown-Ups', 'Slower and slower, until the milk is delivered.'],
];

const NGOMA_SATURDAY: BroadcastDay = [
  ['05:00', 'Sweep the Yard', 'House-cleaning music, to be turned up at the good bits.'],
  ['09:00', 'Wedding Car', 'Songs for convoys: ululate at the red lights.'],
  ['12:00', 'The Hundred', 'A hundred songs voted for by post, telephone and shouting.'],
  ['18:00', 'Amapiano by Candlelight', 'Log drums, no lights, one generator.', 'PG', 'L'],
  [
    '21:00',
    'Saturday Street',
    'A closed road, a truck for a stage, and everybody who lives there.',
    'PG',
    'L',
  ],
  ['01:00', 'Last Song, Really', 'It never is.', 'PG'],
];

const NGOMA_SUNDAY: BroadcastDay = [
  ['05:00', 'Hymns With Birds', 'Recorded outdoors before the traffic.'],
  ['09:00', 'Four-Part Sunday', 'Choirs from school halls, mines and one bus depot.'],
  ['13:00', 'Jazz and Washing-Up', 'Sunday jazz, with the plates still on the table.'],
  ['17:00', 'Grandfather’s Records', 'He brings the box. We bring the needle.'],
  ['20:00', 'The Piano on the Stoep', 'Requests, for as long as there is light in the window.'],
  ['23:00', 'Blue Hour', 'The slow side of Sunday night.'],
];

const STOEP_WEEKDAY: BroadcastDay = [
  ['05:00', null],
  ['14:00', 'Koffie op die Stoep', 'Sagte kitare, ’n kletsie, en die hond se naam is Basjan.'],
  ['17:00', 'Sonder Om te Jaag', 'Liedjies vir die pad huis toe, van die Kaap tot by Musina.'],
  ['19:00', 'Concertina Hour', 'Three squeeze-boxes, and a caller who tells you which foot.'],
  ['20:00', 'Songs With Stories', 'A songwriter, a chair, and how it really went.', 'PG'],
  ['22:00', 'Vuurtjie', 'The fire burns down, and somebody hums.'],
  ['00:00', null],
];

const STOEP_WEEKEND: BroadcastDay = [
  ['05:00', null],
  ['10:00', 'Kerkbasaar', 'Pancakes, brass and the raffle, live from a different town each week.'],
  [
    '13:00',
    'Goema Street',
    'Drums and banjos from the Cape Flats, with every cousin on the pavement.',
  ],
  ['16:00', 'Stoep Sessions', 'Afternoon concerts; bring your own chair.'],
  ['19:00', 'Sokkie', 'The floor is open until the concertina player wants his supper.'],
  ['23:00', null],
];

const KHANYA_WEEKDAY: BroadcastDay = [
  [
    '05:00',
    'Too Early',
    'Soft songs for those who are awake and those who wish that they were not.',
  ],
  [
    '06:30',
    'Good Morning in Eleven',
    'Wash your face, greet your neighbour, find your other shoe.',
  ],
  ['08:00', 'Sing Along', 'Vetkoek, hooters and hippos, with actions.'],
  [
    '09:00',
    'Little Ones’ Circle',
    'For those who are not at school yet: a story, a rhyme, something that is round.',
  ],
  ['10:30', 'Make and Try', 'Boxes, bottle caps and glue. Lay down newspaper first.'],
  ['12:00', 'Animal Hour', 'Meerkats, goats and a tortoise who will not be hurried.'],
  ['13:00', 'Quiet Time', 'Clouds, fish and a cello. Eyes may close.'],
  ['14:30', 'After the Bell', 'Jokes, snacks and a quiz in which nobody loses.'],
  [
    '16:00',
    'Why? Why? Why?',
    'Telephone in with a question. A scientist is standing by, a little nervous.',
  ],
  ['17:00', 'Under the Marula', 'The tortoise tells another one.'],
  ['18:30', 'Before Bed', 'Last stories, low lights, one lullaby in each language.'],
  ['20:00', null],
];

const KHANYA_WEEKEND: BroadcastDay = [
  [
    '05:00',
    'Too Early, Again',
    'Cartoons of shadow and paper, so that grown-ups may sleep until seven.',
  ],
  ['07:00', 'Pancake Club', 'Stir, flip, sing, sweep.'],
  ['09:00', 'The Big Story', 'An hour of one old tale, with a drum, a choir and a hen.'],
  ['10:00', 'Playground Live', 'Skipping games from a different playground each week.'],
  ['13:00', 'Film for Small People', 'A long one, with an interval for oranges.'],
  ['15:00', 'Make and Try, the Long Way', 'A whole town out of cereal boxes, in one afternoon.'],
  ['17:00', 'Grandparents’ Hour', 'Somebody’s grandfather reads, and does all the voices.'],
  ['18:30', 'Before Bed', 'The sleeping train leaves at half past six.'],
  ['20:00', null],
];

const OMNIBUS_WEEKDAY: BroadcastDay = [
  [
    '05:00',
    'Yesterday’s Story',
    'Last night’s drama for those who came home too late for it.',
    '13',
    'L',
  ],
  ['09:00', 'Morning Omnibus', 'A whole season from its first door-slam.', 'PG', 'L'],
  ['12:00', 'Short and True', 'Three small films over lunch.', 'PG'],
  ['13:00', 'Hearts at One', 'Love, letters and a bus that is about to leave.', 'PG'],
  [
    '15:00',
    'Neighbours and Other Strangers',
    'Yards, walls, and what is heard through them.',
    'PG',
    'L',
  ],
  ['18:00', 'Supper Serial', 'One episode, timed to the pap.', 'PG', 'L'],
  ['19:00', 'Laugh a Little', 'Two comedies in a row.', 'PG', 'L'],
  [
    '20:00',
    'The Eight O’Clock',
    'Tonight’s drama, and then everybody rings everybody.',
    '13',
    'L',
    'V',
  ],
  [
    '21:30',
    'Secrets and Crimes',
    'A body, a village, and a sergeant who was born there.',
    '16',
    'L',
    'V',
  ],
  ['23:30', 'After Dark', 'Lock the gate first.', '16', 'H', 'V'],
  ['02:00', 'Long Ago', 'Old stories for the small hours.', 'PG', 'P'],
];

const OMNIBUS_WEEKEND: BroadcastDay = [
  ['05:00', 'Long Ago', 'Costume, cattle and courage before breakfast.', 'PG', 'P'],
  ['09:00', 'The Whole Week', 'All five episodes, back to back, with tea breaks.', 'PG', 'L'],
  ['14:00', 'Matinee', 'A film that your mother would sit down for.', 'PG'],
  ['16:30', 'Hearts at Half Past', 'Weddings, nearly.', 'PG'],
  ['19:00', 'Double Comedy', 'Because it is the weekend.', 'PG', 'L'],
  ['20:30', 'The Big Film', 'Everybody on one couch.', '13', 'L', 'V'],
  ['23:00', 'After Dark, Double', 'Two thrillers, and no walking home alone.', '16', 'H', 'V'],
  ['03:00', 'Short and True', 'Small films for those who still cannot sleep.', 'PG'],
];

const TUMELO_WEEKDAY: BroadcastDay = [
  ['05:00', 'Before the Porridge', 'A psalm, a window, a breath.'],
  ['06:00', 'Praise on the Way', 'Tambourines for the N1, the M7 and the long walk to the stop.'],
  ['08:00', 'The Visitors’ Book', 'Prayers that were asked for by letter, read slowly.'],
  [
    '10:00',
    'Hospital Corridor',
    'A chaplain, a guitar and whoever can come to the door of the ward.',
  ],
  ['12:00', 'Angelus, Adhan, Bell', 'Noon from a different tower each day.'],
  ['13:00', 'What Carried Me', 'One person, one chair, one true story.', 'PG'],
  ['15:00', 'Many Paths', 'Neighbours of other faiths show us their kitchens.'],
  ['17:00', 'Youth Choir Bus', 'On the road with forty teenagers and one very patient driver.'],
  ['19:00', 'Evening Word', 'Twelve minutes from a small pulpit, and then the songs.'],
  ['21:00', 'Night Watch', 'Music and prayer for those who sit at a bedside.'],
];

const TUMELO_SATURDAY: BroadcastDay = [
  ['05:00', 'Before the Porridge', 'Later, it is Saturday; the psalm is the same.'],
  ['07:00', 'Sabbath Morning', 'Readings, rest and unaccompanied singing.'],
  ['11:00', 'Wedding Tent', 'Vows, rain, and a marquee that held.'],
  ['14:00', 'Choir Against Choir', 'Two halls, one test piece, and judges behind a curtain.'],
  ['18:00', 'Praise in the Stadium', 'Thousands of voices and one generator.'],
  ['22:00', 'Vigil', 'All-night singing, with tea at two.'],
];

const TUMELO_SUNDAY: BroadcastDay = [
  ['05:00', 'Sunrise on the Hill', 'White robes, drums, and the sun at its own time.'],
  ['08:00', 'Sunday, in Full', 'One service from the first bell to the last handshake.'],
  ['11:00', 'The Children’s Bench', 'Noah, Jonah and a great many questions.'],
  ['12:00', 'Sunday Again, in Another Tongue', 'The same day in Tshivenda, Xitsonga or siSwati.'],
  ['15:00', 'Hymn Sandwich', 'Nothing but singing, with tea in the middle.'],
  ['18:00', 'Evening Word', 'For those who were at work this morning.'],
  ['20:00', 'Night Watch', 'Quiet music until the week begins.'],
];

export const MUSIC_FAMILY_AND_FAITH: readonly LiveChannelInput[] = [
  {
    slug: 'ngoma-non-stop',
    title: 'Ngoma Non-Stop',
    tagline: 'It has not been quiet here since we plugged it in.',
    description:
      'Music that is made here, all day and all night: maskandi for the bus, choirs for Sunday, jazz for the washing-up.',
    category: 'music',
    genre: 'music',
    languages: ['zu', 'xh', 'st', 'en'],
    slots: weekOf(NGOMA_WEEKDAY, NGOMA_SATURDAY, NGOMA_SUNDAY),
    artEmblem: 'record',
    artGround: 'rings',
  },
  {
    slug: 'die-stoep',
    title: 'Die Stoep',
    tagline: 'Kitare, konsertinas en koffie.',
    description:
      'Afternoon and evening music from a real stoep, with whoever walks past. We begin at two, because the musicians farm in the morning.',
    category: 'music',
    genre: 'music',
    languages: ['af', 'en'],
    slots: weekOf(STOEP_WEEKDAY, STOEP_WEEKEND, STOEP_WEEKEND),
    artEmblem: 'house',
    artGround: 'hills',
  },
  {
    slug: 'khanya-all-day',
    title: 'Khanya All Day',
    tagline: 'On when they wake up, off when they sleep.',
    description:
      'Songs, stories and glue for small people, from five in the morning until eight at night. Then the channel goes to bed, too.',
    category: 'home-and-faith',
    genre: 'kids',
    languages: ['en', 'zu', 'xh', 'af', 'st', 'ts'],
    slots: weekOf(KHANYA_WEEKDAY, KHANYA_WEEKEND, KHANYA_WEEKEND),
    artEmblem: 'sun',
    artGround: 'diamonds',
  },
  {
    slug: 'ekhaya-omnibus',
    title: 'Ekhaya Omnibus',
    tagline: 'One story after the other. You only have to sit down.',
    description:
      'Dramas, comedies and films without having to choose. The stronger ones come on when the children have gone to bed.',
    category: 'home-and-faith',
    genre: 'drama',
    languages: ['zu', 'st', 'af', 'en'],
    slots: weekOf(OMNIBUS_WEEKDAY, OMNIBUS_WEEKEND, OMNIBUS_WEEKEND),
    artEmblem: 'house',
    artGround: 'gables',
  },
  {
    slug: 'tumelo-day-and-night',
    title: 'Tumelo Day and Night',
    tagline: 'Somebody is always singing, and somebody is always praying.',
    description:
      'Services, choirs and quiet, from every side of the street. At night we sit up with those who sit at a bedside.',
    category: 'home-and-faith',
    genre: 'gospel',
    languages: ['en', 'xh', 'zu', 'st', 've'],
    slots: weekOf(TUMELO_WEEKDAY, TUMELO_SATURDAY, TUMELO_SUNDAY),
    artEmblem: 'star',
    artGround: 'rays',
  },
];
