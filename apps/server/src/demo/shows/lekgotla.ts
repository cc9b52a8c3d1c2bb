import { CLOTH, type DemoShow, TAXI, TRAIN, WALL } from '../demo-title.ts';
import {
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

/** The shows of Lekgotla: talk that takes its time. */
export const LEKGOTLA: readonly DemoShow[] = [
  {
    slug: 'kettle-first',
    title: 'Kettle First',
    synopsis:
      'One question from the week’s news, three people who live with the answer, and no one may interrupt.',
    description:
      'Host Boitumelo pours the tea herself, because whoever holds a hot cup does not point a finger. At the end each guest has to say what the other two said, and they have to agree that it is right.',
    ...filed('lekgotla/morning-tea', 'talk'),
    ...made(2026, 'en', 'tn', 'zu'),
    ...rated('A'),
    ...drawn('pot', 'rays'),
    clips: [WALL, CLOTH],
    credits: [
      presenter('boitumelo-kgafela'),
      director('xolisani-ngcangca'),
      writer('fatima-da-serra'),
    ],
    seasons: [
      season(
        'Who Fixes the Pothole? | A councillor, a cyclist and a man with a spade and a bag of gravel.',
        'May a Teacher Have a Bad Day? | A principal, a pupil and a teacher who has written down every one of hers.',
        'What Does a Bread Cost? | A baker, a farmer and a mother of four do the sum on the tablecloth.',
        'Who Owns the River? | A fisherman, an engineer and an old lady who is asked for permission by both.',
        'Is a Taxi Public? | A driver, a passenger and a traffic officer find out that they have the same mother-in-law.',
        'Who Looks After Gogo? | Three daughters, three provinces, and the chair in which she sits and listens.',
      ),
    ],
  },
  {
    slug: 'room-for-one-more',
    title: 'Room for One More',
    synopsis:
      'A sofa of six metres. Each guest stays and moves up, until the actress sits beside the plumber.',
    description:
      'There is one rule: nobody is introduced by their job. It takes the others an hour to find out, and by then nobody wants to know any more.',
    ...filed('lekgotla/the-long-sofa', 'talk'),
    ...made(2025, 'en', 'zu', 'xh', 'af'),
    ...rated('PG', 'L'),
    ...drawn('street', 'blanket'),
    clips: [CLOTH, TRAIN],
    credits: [presenter('igshaan-davids'), presenter('phetsile-simelane'), music('unathi-sobekwa')],
    seasons: [
      season(
        'Four Pairs of Shoes | All that we see of the guests at first are shoes. One pair is for somebody else.',
        'People Who Get Up at Three | A baker, a milk driver, a prayer caller and a goalkeeper with a new baby.',
        'Second Names | What the teacher called you because she could not say the first one, and what you did about it.',
        'I Was Wrong | Five people tell when, to whom and how long it took them to say so.',
        'The Last in the Family | The last who speaks the language, has the recipe, knows the grave.',
        'Neighbours | Eight guests on six metres, and all of them live in the same passage.',
      ),
      season(
        'Twins and Others | Two who are alike, two who are not, and a midwife who was there both times.',
        'Things We Kept | A bus ticket, a tooth, a summons. Each thing has ten minutes.',
        'Left-Handed | Somebody cuts a cake live, and half of the sofa cannot look.',
        'Once Famous | A child star, a winner and the voice of the time signal, thirty years on.',
        'Empty Sofa | For a whole programme just one guest sits there, and nobody moves up.',
      ),
    ],
  },
  {
    slug: 'auntie-prenishas-ruler',
    title: 'Auntie Prenisha’s Ruler',
    synopsis:
      'A family lays its slips on the table. By the 20th nobody knows where the money went, except Auntie Prenisha.',
    description:
      'A retired bookkeeper with a ruler visits households for one pay day. She has never called anybody stupid, has found R211 in a single drawer, and eats what there is.',
    ...filed('lekgotla/rands-and-sense', 'learning'),
    ...made(2025, 'en', 'zu', 'st'),
    ...rated('A'),
    ...drawn('street', 'diamonds'),
    clips: [WALL],
    credits: [
      presenter('prenisha-govindasamy'),
      director('tshidiso-letsoara'),
      writer('tendai-mukwashi'),
    ],
    seasons: [
      season(
        'The Drawer | Eleven store cards, four of them for shops that have closed. All four still send a bill.',
        'Black Tax | He is the only one who earns. Together they write a list of what love costs, and what it does not have to.',
        'The Loan with the Friendly Voice | Somebody lent her R500. Auntie Prenisha reads the contract aloud, slowly, twice.',
        'Funeral Cover | A mother pays for six policies on one life, and it is the cat’s.',
        'Airtime | A family of five counts what the phones eat in a month, and has the phones listen to it.',
      ),
    ],
  },
  {
    slug: 'sister-is-it-normal',
    title: 'Sister, Is It Normal?',
    synopsis:
      'A clinic nurse answers what you would rather look up at night. Kindly, plainly, with drawings.',
    description:
      'Sister Dimakatso has twenty-six years behind the curtain and has been asked everything at least twice. In each programme she takes three letters, one expert and one myth that has to go. It does not replace a visit to your clinic.',
    ...filed('lekgotla/ask-the-sister', 'lifestyle'),
    ...made(2026, 'en', 'st', 'zu'),
    ...rated('10-12PG'),
    ...drawn('heart', 'rays'),
    clips: [CLOTH],
    credits: [
      presenter('dimakatso-ramabodu'),
      writer('thashni-perumal'),
      director('nthabeleng-phafoli'),
    ],
    seasons: [
      season(
        'Sugar | What it does, what it does not do, and a plate that Sister fills twice.',
        'The Change | Hot at night, cross by day: grandmothers speak about it for the first time, and then cannot stop.',
        'Men Who Do Not Go | A barber, a football coach and a blood-pressure cuff in the dressing room.',
        'When the Head Is Tired | Sadness that stays. What helps, who helps, and what one can say on the telephone.',
        'Tablets Every Day | How to remember them, whom to tell, and why feeling well is not a reason to stop.',
      ),
    ],
  },
  {
    slug: 'it-went-well',
    title: 'It Went Well',
    synopsis:
      'News of what worked: a bridge that was built, a dog that came back, a school where all passed.',
    description:
      'Two reporters who were tired of sirens drive to where something has turned out all right, and ask how on earth they did it. With names, figures and the mistakes on the way.',
    ...filed('lekgotla/good-news', 'documentary'),
    ...made(2024, 'en', 'xh', 'nso'),
    ...rated('A'),
    ...drawn('sun', 'hills'),
    clips: [TAXI, WALL],
    credits: [
      presenter('sibabalwe-matinise'),
      presenter('matome-rapetsoa'),
      director('gillian-hartwick'),
    ],
    seasons: [
      season(
        'The Bridge of Doors | A village waited nine years for a bridge, and then used its doors.',
        'All Forty-One | A matric class with one textbook, and the timetable by which it went from hand to hand.',
        'The Thief Who Rang Back | He had taken a phone with a nurse’s patients on it. He became her driver.',
        'A Street Without Rubbish | It took one broom, one grandmother and a loudspeaker that named nobody.',
        'Clean Water, Thursday | Four plumbers out of work repair a town’s pipes by night and send the mayor an invoice of zero.',
      ),
      season(
        'The Dog at Gate Twelve | Four hundred kilometres in seven weeks. We walked part of the way with the map.',
        'A Library in a Hearse | It is long, it is quiet, and it comes on Wednesdays. No one is afraid of it now.',
        'Back to Sea | How an abalone bay came back, told by two who used to empty it.',
        'Nobody Was Late | For one term a school started at nine, and the marks, the taxis and the mothers were measured.',
        'The Last House on the List | The lady who waited longest gets her key. She asks to see the list.',
      ),
    ],
  },
  {
    slug: 'the-shift',
    title: 'The Shift',
    synopsis:
      'One camera, one person, one shift in real jobs that keep the lights on and the babies coming.',
    description:
      'No narrator, no music, no experts. We go in with somebody when the shift begins, and come out when it ends.',
    ...filed('lekgotla/real-lives', 'documentary'),
    ...made(2025, 'en', 'zu', 'tn', 'af'),
    ...rated('PG', 'L'),
    ...drawn('eye', 'rings'),
    clips: [TRAIN, TAXI],
    credits: [director('lineo-tsoeunyane'), director('frikkie-swiegers'), writer('amina-warsame')],
    seasons: [
      season(
        'The Midwife, 19:00–07:00 | Five arrivals, one goodbye, and a sandwich that is started four times.',
        'The Toll Booth, 06:00–14:00 | Two thousand hands, twelve good mornings, one proposal of marriage.',
        'The Pylon, Sunrise to Sunset | Two linesmen hang above a maize field and talk about their daughters.',
        'The Night Bus, 21:30–06:10 | Sixty people sleep behind him. Driver Mokone sings so that he is not the sixty-first.',
        'The Grave Digger, Saturday | Seven holes before ten o’clock, each of them straight, and at each of them he takes off his hat.',
        'The Sign Interpreter, Parliament | Eight hours of other people’s anger, with the hands.',
      ),
    ],
  },
];
