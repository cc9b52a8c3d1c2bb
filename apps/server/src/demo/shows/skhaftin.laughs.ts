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

/** What makes one laugh on Skhaftin: situations, sketches and people with a microphone. */
export const SKHAFTIN_LAUGHS: readonly DemoShow[] = [
  {
    slug: 'please-hold',
    title: 'Please Hold',
    synopsis:
      'The night shift of a call centre in Umhlanga helps the whole country with its geysers, and itself with nothing.',
    description:
      'Nobody dreams of answering telephones for an insurer of geysers. But the lights stay on, there is a microwave, and at three in the morning people tell a stranger the truth. Team leader Bonisiwe has a target of four minutes a call, and a team that likes to chat.',
    ...filed('skhaftin/laughs', 'comedy'),
    ...made(2024, 'en', 'zu'),
    ...rated('PG', 'L'),
    ...drawn('radio', 'chevrons'),
    clips: [TRAIN, WALL],
    credits: [
      cast('thokozile-jiyane', 'Bonisiwe'),
      cast('yusuf-kajee', 'Yashen'),
      cast('mieke-labuschagne', 'Ronel'),
      cast('bhekani-zungu', 'Sbu from IT'),
      writer('prenisha-govindasamy'),
      director('lwandile-mfenyana'),
    ],
    seasons: [
      season(
        'Your Call Is Important | Yashen has spoken to the same Mrs Fynn for nineteen hours in all, and now she is at reception.',
        'Four Minutes | The new timer hoots after four minutes. Ronel buys it a jersey.',
        'The Geyser of Love | A couple rings from both ends of a burst geyser, each asking for another agent.',
        'Quality Assurance | Somebody listens in on every call. The team finds out who by lying about cake.',
        'The Accent Workshop | A consultant teaches them to sound like nowhere. By lunch nobody can be understood.',
        'Sbu Turns It Off | And on again. In the eleven seconds between, four resignations are sent.',
        'Year-End Function | The company gives a party by telephone. You are number thirty-one in the queue.',
      ),
      season(
        'The Robot | A machine called Ayanda joins the team. She is polite, quick, and asks Bonisiwe for advice about Ronel.',
        'Escalation | A caller wants to speak to a manager, and to the manager’s manager, and ends up with his own wife.',
        'Hold Music | The tape breaks. Sbu’s uncle, a maskandi guitarist, fills in for seven nights.',
        'Mrs Fynn’s Wedding | The most faithful customer invites the whole shift. The groom is number two in the queue.',
        'Disciplinary | Yashen gave somebody his own umbrella. There is no form for it, so they make one.',
        'Ayanda Resigns | The machine has read the employment act, and asks for Sunday off.',
      ),
    ],
  },
  {
    slug: 'eleven-oclock-stokvel',
    title: 'Eleven O’Clock Stokvel',
    synopsis:
      'Nine women, one tin and a constitution of forty pages. The meeting starts at eleven; nobody has ever seen it end.',
    description:
      'The Masibambane Ladies of Zone 4 save for December, for funerals and for a trip to Mauritius that has been on the agenda since 2011. Madam Chair rules with a rolling pin. The treasurer has a new wig, and everybody has done the sum.',
    ...filed('skhaftin/laughs', 'comedy'),
    ...made(2025, 'zu', 'st', 'en'),
    ...rated('PG'),
    ...drawn('queen', 'diamonds'),
    clips: [WALL, CLOTH],
    credits: [
      cast('gugulami-ntshangase', 'Madam Chair'),
      cast('boitumelo-kgafela', 'Treasurer Mmapaseka'),
      cast('nokukhanya-shandu', 'Sis Zodumo'),
      cast('lesego-motsumi', 'Ausi Pinky'),
      cast('ayabulela-mgudlwa', 'The Husband'),
      writer('zodwa-mthiyane'),
    ],
    seasons: [
      season(
        'Apologies and Absent Friends | An hour goes by in reading out who is not there. Two of them are.',
        'The Wig | An item under “general”: how much does hair like that cost, and has the tin been counted?',
        'The Man in the Kitchen | Madam Chair’s husband is supposed to wash up. He has heard the balance.',
        'Scones | Somebody has bought scones and says that she baked them. The constitution is quite clear.',
        'The Rival | A stokvel in Zone 6 has a spreadsheet. Spies are sent, with a casserole.',
        'December | The tin is opened before witnesses. Inside is the sum, to the cent, and a letter.',
      ),
      season(
        'Point of Order | A young woman joins and asks why it is always eleven o’clock. No one knows. There is uproar.',
        'The Fridge | They buy one fridge for nine women. It stays a week with each, and nobody wants to give it back.',
        'Mmapaseka’s Boyfriend | He knows about investments, drives a hired car, and is searched for crumbs.',
        'A Loan | Madam Chair herself has to ask for money, and has written the rules against it.',
        'Minutes | Eleven years of minutes are read aloud, and turn out to be a love story.',
        'Mauritius | Nine suitcases, eight passports and one aeroplane that boards at eleven.',
      ),
    ],
  },
  {
    slug: 'room-to-let',
    title: 'Room to Let',
    synopsis:
      'Six students, five bedrooms, and a landlady in Gqeberha who believes that she is renting to nuns.',
    description:
      'The advertisement asked for quiet young ladies of faith. What moved in were a drummer, two engineers, a drama student, a boy called Sister Thomas for reasons of paperwork, and somebody who says that he is only visiting. Mrs Snyman comes for tea on Fridays.',
    ...filed('skhaftin/laughs', 'comedy'),
    ...made(2023, 'en', 'xh', 'af'),
    ...rated('13', 'L', 'S'),
    ...drawn('house', 'gables'),
    clips: [TAXI, WALL],
    credits: [
      cast('dawid-koegelenberg', 'Sister Thomas'),
      cast('nonjabulo-msane', 'Anelisa'),
      cast('phakamisa-tyhali', 'Kwanele'),
      cast('annelie-terblans', 'Mrs Snyman'),
      cast('shireen-moosa', 'Trisha'),
      writer('denver-jantjies'),
    ],
    seasons: [
      season(
        'Habits | Mrs Snyman will be here in ten minutes, and the curtains are all the black cloth in the house.',
        'The Drum Kit | A drum is explained as a large tambourine. Mrs Snyman asks to hear a hymn.',
        'Loadshedding Lasagne | It has been in and out of a dead oven for three days. Somebody has to eat it first.',
        'Only Visiting | He has been visiting since February. Tonight he complains about the rent.',
        'Exam Fever | Six people, one quiet room, and a timetable that Trisha enforces with a water pistol.',
        'Vespers | Mrs Snyman has lost her faith a little, and wants to talk about it with Sister Thomas.',
        'The Sixth Bedroom | Behind the pantry there is another door. It explains the noise, the cat and the telephone bill.',
      ),
      season(
        'Mother Superior | Mrs Snyman brings her cousin, who really is a nun, and who is surprisingly good at cards.',
        'The Goat Must Not Know | Anelisa’s father comes with a gift for the house. It eats the lease.',
        'Kwanele Gets a Job | As a mascot. His house-mates hire him for a birthday and do not know that it is he.',
        'Water Restrictions | Two minutes a shower, with a witness at the door.',
        'Graduation | Four pass, one fails and one was never registered. All six gowns are hired.',
        'Notice | The house is to be sold. Mrs Snyman will take the first quiet young ladies who can pay, and knows exactly who is living there.',
      ),
    ],
  },
  {
    slug: 'aunty-saros-function-hall',
    title: 'Aunty Saro’s Function Hall',
    synopsis:
      'Weddings, wakes, prize-givings and a boxing night, all booked for the same Saturday by the same aunty.',
    description:
      'Saro Naidu inherited a hall in Phoenix with six hundred chairs, five hundred of which have four legs. She never says no to a booking. Her nephew Kresen, who has a diploma in events, says it often, and too late.',
    ...filed('skhaftin/laughs', 'comedy'),
    ...made(2026, 'en', 'zu'),
    ...rated('PG', 'L'),
    ...drawn('queen', 'print'),
    clips: [CLOTH],
    credits: [
      cast('sarojini-munsamy', 'Aunty Saro'),
      cast('devan-ramnarain', 'Kresen'),
      cast('xolisani-ngcangca', 'Bab’ Mpanza'),
      cast('thashni-perumal', 'Leela'),
      writer('kavendren-pillay'),
      director('prenisha-govindasamy'),
    ],
    seasons: [
      season(
        'Double Booked | A wedding for four hundred and a funeral for four hundred, with one curtain down the middle.',
        'The Breyani Inspector | The health man comes on the day on which the pot is larger than the kitchen.',
        'The Groom Is in the Fridge | He only wanted to cool down. The handle is on the outside.',
        'Boxing Night | The ring is where the buffet should be. Both sides are asked to keep to their corners.',
        'Kresen’s Big Idea | A wedding without food, flowers or relatives: it is cheap, it is modern, and there is a riot.',
        'Mpanza’s Chair | The caretaker has mended every chair but his own. On his birthday six hundred people stand up for him.',
      ),
    ],
  },
  {
    slug: 'die-beste-rusie',
    title: 'Die Beste Rusie in die Straat',
    synopsis:
      'Two neighbours in Mitchells Plain have shared a wall, a hosepipe and one grudge since 1987.',
    description:
      'Boeta Achmat bou duiwehokke. Aunty Doreen droog wasgoed. Above the wall hang the two things in life that do not go together. Their children have given up, their grandchildren sell tickets.',
    ...filed('skhaftin/laughs', 'comedy'),
    ...made(2024, 'af', 'en'),
    ...rated('PG', 'L'),
    ...drawn('street', 'print'),
    clips: [TAXI],
    credits: [
      cast('mogamat-toefy', 'Boeta Achmat'),
      cast('charmaine-solomons', 'Aunty Doreen'),
      cast('gawie-oosthuyzen', 'Jason'),
      cast('lee-ann-apollis', 'Tasneem'),
      writer('gershwin-kleinsmith'),
    ],
    seasons: [
      season(
        'Die Hosepype | It has been lent out since 1987. Today it comes back, and it is a different colour.',
        'Washing Day | Forty pigeons are let out over eleven white sheets. Both sides call a lawyer, and it is the same one.',
        'The Truce | A burst pipe makes them share a bathroom for a day. They agree about everything, and it is awful.',
        'Tickets | The grandchildren charge two rand for seats on the roof. The quarrel gets better with an audience.',
        'Die Muur | The council wants to pull the wall down. Neither of them has ever been so angry at somebody else.',
      ),
    ],
  },
  {
    slug: 'phakathi-kwethu',
    title: 'Phakathi Kwethu',
    synopsis:
      'Quick sketches from queues, weddings, taxis and family groups on the phone, where the real theatre is.',
    description:
      'Four comedians, a hundred wigs and no respect for a queue. Each programme has one place, ten sketches and an aunt who walks through all of them and sells you something.',
    ...filed('skhaftin/stand-up', 'comedy'),
    ...made(2025, 'zu', 'xh', 'st', 'en'),
    ...rated('PG', 'L'),
    ...drawn('mask', 'diamonds'),
    clips: [TAXI, CLOTH],
    credits: [
      presenter('mzukisi-dyasi'),
      presenter('lerato-makgoale'),
      presenter('ntombenhle-sishi'),
      presenter('dawid-koegelenberg'),
      music('unathi-sobekwa'),
    ],
    seasons: [
      season(
        'The Queue | There are two queues, nobody knows for what, and the one that you are not in is moving.',
        'The Family Group | Eighty-four relatives, one phone, and an uncle who sends good-morning roses at four.',
        'The Taxi | Three to a seat, change from the back, and a driver who takes the sermon as a request.',
        'The Wedding | The programme says two o’clock. The bride says that it depends what you mean by two.',
        'The Waiting Room | Everybody here is ill, and everybody here has a better cure than the doctor.',
        'The Funeral Food | Who has the key to the room with the chicken, and what will it take to get it?',
      ),
    ],
  },
  {
    slug: 'mic-on-the-stoep',
    title: 'Mic on the Stoep',
    synopsis:
      'Stand-up on somebody’s front step, with the owner’s mother in the first row. No swearing; she can hear you.',
    description:
      'A new street each time, three comedians, one extension lead. The rule is that the owner of the stoep may answer back. Most do, and some are asked to come along on tour.',
    ...filed('skhaftin/stand-up', 'comedy'),
    ...made(2026, 'en', 'af', 'tn', 'zu'),
    ...rated('PG'),
    ...drawn('lamp', 'chevrons'),
    clips: [WALL],
    credits: [
      presenter('gershwin-kleinsmith'),
      presenter('kealeboga-mothibi'),
      presenter('sarojini-munsamy'),
      director('khethiwe-mbambo'),
    ],
    seasons: [
      season(
        'Galeshewe | Jokes about the heat, from people who are sitting in it. The owner’s mother wins.',
        'Athlone | A comedian’s former teacher is in the front row, and has brought the report.',
        'Mdantsane | The extension lead is too short, so that the street moves closer. So does a bull.',
        'Lenasia | An uncle explains the joke after each joke. By the third comedian he is the show.',
        'Seshego | It rains. Nobody goes home, and the best line of the night comes from under a wheelbarrow.',
      ),
    ],
  },
];
