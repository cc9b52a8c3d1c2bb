import type { LiveChannelInput } from '../../catalogue/catalogue.input.ts';
import { type BroadcastDay, weekOf } from './broadcast-week.ts';

/** The live channels that talk, and the one that plays. */

const LEKGOTLA_WEEKDAY: BroadcastDay = [
  [
    '05:00',
    'First Taxi',
    'Traffic, trains and weather for those who are already standing in the dark.',
  ],
  [
    '06:00',
    'Kettle On',
    'The morning’s news in English, isiZulu and Sesotho, with one guest and one pot of tea.',
  ],
  [
    '08:30',
    'What Does It Cost?',
    'Bread, paraffin, data, diesel: five prices, where they went and who noticed.',
  ],
  [
    '09:00',
    'The Long Sofa Live',
    [
      'Monday’s sofa: a headmaster, a hawker and a judge on being told what to do.',
      'Tuesday’s sofa: three fathers and the school-holiday calendar.',
      'Wednesday’s sofa: a nurse, a traditional healer and a pharmacist share a patient.',
      'Thursday’s sofa: people who came back to the village, and what the village said.',
      'Friday’s sofa: two comedians read the week’s post.',
    ],
    'PG',
  ],
  [
    '11:00',
    'Ask the Sister',
    'A clinic sister answers callers. No name is asked and no question is silly.',
    'PG',
  ],
  [
    '12:00',
    'Midday, Standing Up',
    'Ten headlines and one good story, short enough for a lunch queue.',
  ],
  [
    '13:00',
    'Court Interpreter',
    'What was decided today, in words that people use at home.',
    'PG',
    'L',
  ],
  ['14:00', 'Farm Prices', 'Mielies, weaners and cabbages, with a map of the rain.'],
  ['15:00', 'Homework Desk', 'A teacher, a blackboard and the telephone: fractions until four.'],
  [
    '16:00',
    'Drive Home Slowly',
    'Roads, calls and an hour of being talked down gently from the day.',
  ],
  [
    '18:00',
    'Six O’Clock Lekgotla',
    'The day’s news from nine provinces. Everybody gets a turn to speak.',
  ],
  [
    '19:00',
    'Rands and Sense',
    'A payslip, a stokvel book or a loan is taken apart on the kitchen table.',
  ],
  [
    '20:00',
    'Across the Fence',
    'Two neighbours who disagree are given an hour, a moderator and one plate of food.',
    'PG',
    'L',
  ],
  ['21:30', 'Late Edition', 'The news once more, slowly, and tomorrow’s front pages.'],
  [
    '22:30',
    'Night Desk',
    'Calls from guards, bakers and nurses. The country is awake; ring in.',
    'PG',
    'L',
  ],
  ['02:00', 'The Day Again', 'The day’s best conversations, for those who missed them.', 'PG'],
];

const LEKGOTLA_SATURDAY: BroadcastDay = [
  ['05:00', 'The Week in Nine Provinces', 'One story from each, told by somebody who lives there.'],
  ['07:00', 'Kettle On, Saturday', 'Slower news and a recipe, while the children still sleep.'],
  [
    '10:00',
    'Fix It Phone-In',
    'A plumber, an electrician and a tailor listen to strange noises down the line.',
  ],
  ['12:00', 'Good News Only', 'Two hours of things that went well. There are always enough.'],
  ['14:00', 'Book Under a Tree', 'A reading, an author and six readers who did not all like it.'],
  ['16:00', 'Gogos’ Parliament', 'Five grandmothers, one motion, no time limit.', 'PG'],
  [
    '18:00',
    'Six O’Clock Lekgotla',
    'The Saturday news, with results before the sport pages have them.',
  ],
  [
    '19:00',
    'Real Lives Live',
    'An evening in one house, one ward or one boat, as it happens.',
    'PG',
  ],
  [
    '22:00',
    'Night Desk',
    'Saturday’s callers: lost keys, new babies and one wedding speech.',
    'PG',
    'L',
  ],
  [
    '02:00',
    'The Week Again',
    'Seven days of conversation, from the first kettle to the last call.',
    'PG',
  ],
];

const LEKGOTLA_SUNDAY: BroadcastDay = [
  ['05:00', 'Quiet News', 'Headlines, read softly, between pieces of piano.'],
  [
    '08:00',
    'Many Paths Live',
    'A service, a prayer or a washing of hands, each week from another house of faith.',
  ],
  ['10:00', 'The Long Sofa, Sunday', 'One guest, two hours, three photographs.', 'PG'],
  ['12:00', 'Seven Colours', 'What is on your plate? Callers lift the lids of their pots.'],
  [
    '14:00',
    'History on the Wireless',
    'An old recording, and somebody who was in the room.',
    'PG',
    'P',
  ],
  [
    '16:00',
    'The Week to Come',
    'Exams, elections, weddings and weather, in the order in which you need them.',
  ],
  [
    '18:00',
    'Six O’Clock Lekgotla',
    'The Sunday news, and what everybody will be talking about at the tap.',
  ],
  ['19:30', 'School Bag', 'Lunch tins, polish and a pep talk before Monday.'],
  [
    '20:30',
    'Across the Fence',
    'The week’s argument, carried on by those who had to listen to it.',
    'PG',
    'L',
  ],
  ['22:00', 'Night Desk', 'For those who cannot sleep because tomorrow is Monday.', 'PG'],
  ['02:00', 'The Day Again', 'Sunday’s conversations once more, until the first taxi.', 'PG'],
];

const KGORO_WEEKDAY: BroadcastDay = [
  ['05:00', 'Re a Tsoga', 'Greetings for everybody who rings before six, with marimba.'],
  [
    '07:00',
    'Kgoro ya Mesong',
    'Breakfast radio with the cameras left on: the presenters have been told to comb their hair.',
  ],
  [
    '10:00',
    'Dedications',
    'To my wife, in the next room. To Mma Dikeledi, happy ninety. To whoever took my wheelbarrow.',
  ],
  [
    '12:00',
    'Village Notices',
    'Lost calves, found keys, who is getting married and where to park.',
  ],
  [
    '13:00',
    'Radio Serial: The Well Diggers',
    'A story in parts, with all the sound effects made in full view.',
    'PG',
  ],
  ['14:00', 'Mmino wa Maitseboa', 'Afternoon music, chosen by a class of eleven-year-olds.'],
  [
    '17:00',
    'Kgotla Call-In',
    'Today’s quarrel is put to the elders, who have brought their own chairs.',
    'PG',
  ],
  ['19:00', 'Diane', 'Proverbs and riddles: guess, ring in, win a hen.'],
  ['20:00', 'Night Train Requests', 'Slow songs for those who are far from home.'],
  ['00:00', null],
];

const KGORO_WEEKEND: BroadcastDay = [
  ['05:00', null],
  ['06:00', 'Weekend Kgoro', 'Choirs, football and weddings, live from wherever the van got to.'],
  ['10:00', 'The Van Goes To…', 'A village, a microphone and everybody’s aunt.'],
  ['14:00', 'Dedications', 'Weekend greetings, read until the pile is finished.'],
  ['18:00', 'Dance in Studio One', 'They push back the desk and ring the neighbours.'],
  ['22:00', 'Night Train Requests', 'The slow ones, with the lights turned down.'],
  ['00:30', null],
];

const TOUCHLINE_WEEKDAY: BroadcastDay = [
  ['05:00', null],
  ['12:00', 'Lunch-Hour League', 'Factory teams, forty minutes, no time for extra time.'],
  [
    '13:00',
    'Goalkeepers’ Union',
    'Three retired keepers and one goal that should not have been.',
    'PG',
    'L',
  ],
  [
    '14:00',
    'School Sport Live',
    [
      'Netball, under-sixteens: two schools that share a fence.',
      'Chess: the semi-finals of the townships’ cup, with whispering.',
      'Athletics: heats on grass, with a headwind.',
      'Hockey, girls’ first teams, on a field with a slope.',
      'Rugby: the Friday derby, brass band and all.',
    ],
  ],
  [
    '16:30',
    'Training Is at Five',
    'We stand beside a different pitch every day and keep out of the way.',
  ],
  [
    '18:00',
    'Indigenous Games Hour',
    'Kho-kho, dibeke and jukskei, explained by those who win at them.',
  ],
  ['19:00', 'Ring Lights', 'Amateur boxing from a church hall, three rounds at a time.', 'PG', 'V'],
  ['21:00', 'The Whistle', 'A referee goes through the day’s decisions and admits to one.'],
  ['22:00', null],
];

const TOUCHLINE_SATURDAY: BroadcastDay = [
  ['05:00', null],
  [
    '06:00',
    'Five Kilometres, Any Speed',
    'Runs and walks from five towns. Prams and dogs are welcome.',
  ],
  ['08:00', 'Under-Nines', 'Football by people who are looking at a butterfly.'],
  ['10:00', 'Touch Judge', 'School rugby all morning, with the flags up.'],
  ['13:00', 'Oranges at Half-Time', 'Scores from forty grounds, as they are telephoned in.'],
  [
    '15:00',
    'Three O’Clock Kick-Off',
    'The red-sand match of the week, with two commentators who support opposite sides.',
    'PG',
    'L',
  ],
  ['17:30', 'Tape-Ball Cricket', 'Twenty overs in a street, with one car parked at silly point.'],
  ['20:00', 'Netball Under Floodlights', 'A double-header on the night court.'],
  [
    '22:30',
    'What a Saturday',
    'Every goal, try, basket and fall, in half an hour or a little more.',
    'PG',
    'L',
  ],
  ['23:30', null],
];

const TOUCHLINE_SUNDAY: BroadcastDay = [
  ['05:00', null],
  ['08:00', 'Sunday Riders', 'Horses, bicycles and one wheelbarrow race.'],
  ['11:00', 'Rowing on What Is Left', 'Two clubs, one dam, and eighty centimetres of water.'],
  ['13:00', 'Veterans’ Match', 'Over-fifties: slower, cleverer, much ruder.', 'PG', 'L'],
  ['15:00', 'Sunday Final', 'Some cup, somewhere, is decided today, and we are there.'],
  ['17:30', 'The Coach’s Kitchen', 'A coach cooks for those who did not make the team.'],
  [
    '18:30',
    'Next Week’s Grounds',
    'Which pitches are dry, who is injured, and where the buses leave.',
  ],
  ['20:00', null],
];

export const TALK_AND_SPORT: readonly LiveChannelInput[] = [
  {
    slug: 'lekgotla-now',
    title: 'Lekgotla Now',
    tagline: 'News and conversation, all day and all night.',
    description:
      'The country’s kitchen table, live. News on the hour, sofas in between, and a night desk for those who work while the rest of us sleep.',
    category: 'news-and-talk',
    genre: 'talk',
    languages: ['en', 'zu', 'st'],
    headline: 'Live now at the kitchen table',
    slots: weekOf(LEKGOTLA_WEEKDAY, LEKGOTLA_SATURDAY, LEKGOTLA_SUNDAY),
    artEmblem: 'cup',
    artGround: 'rays',
  },
  {
    slug: 'kgoro-on-camera',
    title: 'Kgoro on Camera',
    tagline: 'A village radio station that somebody has pointed a camera at.',
    description:
      'Dedications, proverbs and lost calves from a studio with one window. It is still radio; you may simply see who is laughing. Off the air from midnight, when the engineer goes home.',
    category: 'news-and-talk',
    genre: 'talk',
    languages: ['tn', 'nso', 'en'],
    slots: weekOf(KGORO_WEEKDAY, KGORO_WEEKEND, KGORO_WEEKEND),
    artEmblem: 'radio',
    artGround: 'print',
  },
  {
    slug: 'the-touchline',
    title: 'The Touchline',
    tagline: 'Small grounds, large hearts, oranges at half-time.',
    description:
      'School matches, street cricket, red-sand football and anything else with a whistle. We begin when the teams do, and go home when the lights are switched off.',
    category: 'sport',
    genre: 'sport',
    languages: ['en', 'zu', 'af'],
    headline: 'From grounds all over the country',
    slots: weekOf(TOUCHLINE_WEEKDAY, TOUCHLINE_SATURDAY, TOUCHLINE_SUNDAY),
    artEmblem: 'ball',
    artGround: 'chevrons',
  },
];
