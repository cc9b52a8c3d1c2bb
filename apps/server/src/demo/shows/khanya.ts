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

/** The shows of Khanya, for small people. */
export const KHANYA: readonly DemoShow[] = [
  {
    slug: 'noko-noko',
    title: 'Noko! Noko!',
    synopsis:
      'A very polite porcupine knocks at a different door every day. It is not her fault that balloons burst.',
    description:
      'Noko has two hundred quills and only wants to be hugged. With her friend Mmutla, who is quick, and Khudu, who is not, she finds out in Sepedi and English how to be near to somebody without pricking.',
    ...filed('khanya/stories', 'kids'),
    ...made(2025, 'nso', 'en'),
    ...rated('A'),
    ...drawn('tree', 'diamonds'),
    clips: [WALL, CLOTH],
    credits: [
      cast('lerato-makgoale', 'Noko'),
      cast('phuti-malatsane', 'Mmutla'),
      cast('mpho-ralebitso', 'Khudu'),
      writer('mokgadi-seabi'),
      music('tinyiko-makhuvele'),
    ],
    seasons: [
      season(
        'The Birthday Balloons | Twenty balloons, one porcupine. Noko finds out what else one can hang on a tree.',
        'A Jersey for Noko | Gogo Nonyana knits her a jersey. It goes on beautifully, and will never come off again.',
        'Hide and Sting | When Noko hides, the bees are already there. They know how to be quiet.',
        'The Longest Hug | Khudu has a shell. That is an idea.',
        'Lost Quill | One quill is gone, and all of her friends suddenly have something to write with.',
        'Rain on the Roof | In a hollow tree there is room for three, if one of them sleeps with her back to the wall.',
      ),
      season(
        'The New One | A hedgehog moves in, the size of a naartjie, and is afraid of Noko.',
        'Mmutla Sits Still | He has been told to sit still for as long as a song. It is a long song.',
        'The Bridge of Quills | The stream is too wide, and Noko has a great many straight things.',
        'Khudu Is Late | The party is on Tuesday. He sets off on Sunday, and meets somebody interesting.',
        'Goodnight, Prickles | Everybody has somebody who tucks them in. Noko needs a blanket with holes.',
      ),
    ],
  },
  {
    slug: 'iintsomi-zikamakhulu',
    title: 'Iintsomi zikaMakhulu',
    synopsis:
      'Kwathi ke kaloku… Grandmother tells the old tales by the fire, and the children decide who was right.',
    description:
      'Each story has a song, a monster who is not so bad, and a question at the end that Makhulu will not answer. The shadows on the wall are made by the children’s own hands.',
    ...filed('khanya/stories', 'kids'),
    ...made(2023, 'xh', 'en'),
    ...rated('A'),
    ...drawn('lamp', 'rays'),
    clips: [TRAIN],
    credits: [
      cast('thokozile-jiyane', 'Makhulu'),
      writer('ntombana-sibanyoni'),
      music('lwandile-mfenyana'),
      director('nokukhanya-shandu'),
    ],
    seasons: [
      season(
        'The Bird Who Made Milk | A boy opens the door only a little. It is always the little that is too much.',
        'Jackal’s Shoes | He has shoes for every animal in the village, and all are left ones.',
        'The Girl and the Drum | Something in the drum sings with her sister’s voice, and only the baby notices.',
        'Why Hare Has No House | He had a very good excuse, and then the frost came.',
        'The River That Asked | You may cross if you tell it something true. The chief has to think for a long time.',
      ),
    ],
  },
  {
    slug: 'the-clapping-bus',
    title: 'The Clapping Bus',
    synopsis:
      'All aboard! The bus only runs if everybody claps, and at each stop a new song gets on.',
    description:
      'Driver Dumi, conductor Cookie and a luggage rack full of instruments drive around a town of cardboard. For clapping, stamping and shouting “Next stop, please!” in every language.',
    ...filed('khanya/sing-along', 'music'),
    ...made(2026, 'en', 'zu', 'xh', 'af', 'st', 've'),
    ...rated('A'),
    ...drawn('taxi', 'diamonds'),
    clips: [TAXI],
    credits: [
      cast('ayabulela-mgudlwa', 'Driver Dumi'),
      cast('elzette-bruwer', 'Conductor Cookie'),
      music('retselisitsoe-khoele'),
      writer('ntwanano-mabasa'),
    ],
    seasons: [
      season(
        'Stop One: The Market | Ten naartjies, nine naartjies… who is eating them?',
        'Stop Two: The Clinic | A song about sleeves that go up, and about the plaster with a lion on it.',
        'Stop Three: Under the Bridge | Down here every word comes back. They sing with their own echo.',
        'Stop Four: The Sea | No driver has ever driven there. The bus takes off its tyres.',
        'Stop Five: Bedtime Depot | Clap softly now: the bus has to go to sleep as well.',
      ),
    ],
  },
  {
    slug: 'box-box-box',
    title: 'Box, Box, Box!',
    synopsis:
      'What can you make out of a box? Today a lighthouse, tomorrow a washing machine for socks.',
    description:
      'Kgaogelo and Lee-Ann have a shed, a roll of tape and whatever the street throws away. Things fall down in every programme, and nobody minds.',
    ...filed('khanya/make-and-try', 'kids'),
    ...made(2025, 'en', 'nso', 'af'),
    ...rated('A'),
    ...drawn('house', 'rays'),
    clips: [CLOTH, WALL],
    credits: [
      presenter('kgaogelo-mabusela'),
      presenter('lee-ann-apollis'),
      director('thashni-perumal'),
    ],
    seasons: [
      season(
        'A Lighthouse | Four boxes, a torch and a very brave sailor made from a peg.',
        'A Marble Road | Round the corner, through the tin, over the dog. The marble finds a way of its own.',
        'A Drum Kit | Ice-cream tubs, buttons and Dad’s slipper. Cover the neighbours’ ears.',
        'A City | Twenty children bring a box each, and then they need a mayor.',
        'A Box for Nothing | It stays empty. Everybody who looks in sees something else.',
      ),
    ],
  },
  {
    slug: 'the-vet-is-in',
    title: 'The Vet Is In',
    synopsis:
      'A goat with a cough, a tortoise with no hurry: a country vet lets children carry her bag.',
    description:
      'Dr Basani works from the back of a yellow bakkie between Tzaneen and the river. Every day another child is her assistant, holds the torch and asks what grown-ups do not dare to.',
    ...filed('khanya/animal-friends', 'nature'),
    ...made(2024, 'ts', 'en'),
    ...rated('A'),
    ...drawn('bull', 'rays'),
    clips: [TAXI],
    credits: [
      presenter('basani-shikwambana'),
      director('hlamalani-mathonsi'),
      music('kealeboga-mothibi'),
    ],
    seasons: [
      season(
        'The Coughing Goat | He has eaten something square. Assistant Hlulani, seven, has an idea what it could be.',
        'Nine Puppies, Eight Bowls | A sum that only works out if somebody eats twice as fast.',
        'Donkey’s Shoes | He does not wear any, and still has to have a fitting.',
        'The Hen on the Bus | She is ill, but she has a ticket. The whole bus comes along into the surgery.',
        'An Owl by Day | It sat down in the school toilet. Nobody has to go now, says assistant Amu.',
        'A Calf at Midnight | Two children may stay up, in pyjamas and gumboots, until four legs become eight.',
      ),
    ],
  },
  {
    slug: 'why-kganya',
    title: 'Why, Kganya?',
    synopsis:
      'A robot made of a bread bin collects questions. Today: who switches on the stars, and may one eat snow?',
    description:
      'Kganya can do everything but understand. So the children explain it to her, with water, string and a great many peas, until her lamp goes green.',
    ...filed('khanya/why-why-why', 'learning'),
    ...made(2026, 'en', 'st', 'zu'),
    ...rated('A'),
    ...drawn('radio', 'diamonds'),
    clips: [WALL, TRAIN],
    credits: [
      cast('palesa-mokhachane', 'Kganya'),
      presenter('phakamisa-tyhali'),
      presenter('sarojini-munsamy'),
      writer('megan-thorncroft'),
    ],
    seasons: [
      season(
        'Who Switches On the Stars? | They are always on. Kganya wants to see the bill.',
        'Where Does the Puddle Go? | They draw a ring around it with chalk. By noon somebody has drunk it.',
        'Why Do We Yawn? | An experiment that none of the children manages to finish.',
        'Is a Shadow Heavy? | They put one on the scales, and take great care not to step on it.',
        'Why Is Gogo Wrinkly? | Gogo is asked as well. She has the best answer, and a photograph.',
      ),
      season(
        'Can Plants Hear? | One bean is told jokes and the other one is told off.',
        'Who Was First, Mother or Daughter? | Kganya finds out that she was made after her own photograph.',
        'Why Does Bread Have Holes? | A very small animal breathes out, a hundred million times.',
        'What Is Nothing? | They put it into a jar, close the lid and pass it round.',
        'Why Must I Sleep? | The bread bin has never done so, and tries it for one night.',
      ),
    ],
  },
  {
    slug: 'die-maanmuis',
    title: 'Die Maanmuis',
    synopsis:
      'A mouse lives in the moon and comes down every night with one soft thing from up there.',
    description:
      'Stil stories vir stil kinders. The mouse speaks Afrikaans, the sheep English, and the owl only when it has to. Each story is a little shorter than the one before, so that nobody has to hear the end.',
    ...filed('khanya/before-bed', 'kids'),
    ...made(2024, 'af', 'en'),
    ...rated('A'),
    ...drawn('star', 'hills'),
    clips: [TRAIN, CLOTH],
    credits: [
      cast('annelie-terblans', 'The Moon Mouse'),
      cast('clive-redfearn', 'The Sheep'),
      music('hendrina-vermaak'),
      writer('elzette-bruwer'),
    ],
    seasons: [
      season(
        '’n Kombers van Wolk | She brings down a cloud. It is a bit damp, so they hang it over a chair.',
        'Die Skaap wat Nie Kon Tel Nie | Everybody counts sheep, says the sheep. And I?',
        'Die Geel Venster | Only one window still has light in it, and somebody there cannot find their ear.',
        'Sagte Skoene | Nobody hears her come, not even she. She wonders whether she is there.',
        'Halfmaan | Tonight there is only half a house to go home to, but a whole yawn.',
      ),
    ],
  },
];
