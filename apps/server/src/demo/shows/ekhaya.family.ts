import { type DemoShow, TAXI, TRAIN, WALL } from '../demo-title.ts';
import {
  cast,
  director,
  drawn,
  filed,
  made,
  music,
  namedSeason,
  rated,
  season,
  writer,
} from './show-notation.ts';

/** Dramas of Ekhaya: families, and what they do not say at table. */
export const EKHAYA_FAMILY: readonly DemoShow[] = [
  {
    slug: 'umthunzi-womuthi',
    title: 'Umthunzi Womuthi',
    synopsis:
      'Two families share the shade of one wild fig. Then a will says that the tree belongs to a name cut in its bark.',
    description:
      'For sixty years the Celes and the Mkhwanazis have settled everything under the fig on the boundary: lobola, lost goats, football. When old Baba Cele dies, his will gives the land to “the child whose name the tree keeps”. The bark has healed over, and seven people remember seven names.\n\nUmuthi awukhohlwa.',
    ...filed('ekhaya/family', 'drama'),
    ...made(2024, 'zu', 'en'),
    ...rated('13', 'L'),
    ...drawn('tree', 'hills'),
    clips: [TAXI, WALL],
    credits: [
      cast('nokukhanya-shandu', 'Hlengiwe Cele'),
      cast('mfanafuthi-ndlela', 'Mandla Cele'),
      cast('zodwa-mthiyane', 'MaMkhwanazi'),
      cast('qiniso-mbhele', 'Jabu Mkhwanazi'),
      director('thulasizwe-hlophe'),
    ],
    seasons: [
      namedSeason(
        'The will',
        'The Reading | Forty chairs are set out under the fig for the reading of the will, and the lawyer’s bakkie breaks down at the gate.',
        'Seven Names | Everybody remembers the day when Baba Cele took out his knife. Nobody remembers the same child.',
        'The Girl from the Depot | A bus inspector arrives with a photograph of the tree, and Hlengiwe sees her own nose on a stranger’s face.',
        'Fence Posts | Mandla has the boundary fenced overnight. In the morning the gate is on the wrong side of both families.',
        'MaMkhwanazi Speaks | She has kept quiet since 1988. Today the tea gets cold while she talks.',
        'A Saw at Night | Somebody has cut a third of the way through the trunk, and the saw belongs to the church.',
        'What the Bark Kept | A tree surgeon from the city reads the scar, letter after letter, with the whole valley standing behind him.',
        'The Second Knife | There is a name. There is also another one, underneath, and older.',
      ),
      namedSeason(
        'The roots',
        'After the Rain | The fig leans towards the Mkhwanazi kitchen, and so does Jabu’s heart.',
        'The Heir Who Wanted None | Nomfundo has inherited eleven hectares and has a bus to inspect in Vryheid on Monday.',
        'Bees | A swarm moves into the wounded trunk and stops the surveyors for a week, for which nobody is sorry.',
        'The Uncle in the Blue Overall | A man at the pension queue says that he helped to plant the tree, and that it was two trees.',
        'Lobola for a Boundary | Two families negotiate with cows that both say are theirs already.',
        'Mandla’s Debt | The fence was never paid for. The man who comes for the money has brought his daughter’s school report along.',
        'A Funeral Without Chairs | They bury Baba’s brother in the rain and find that there is only one shade to stand in.',
        'New Bark | A child of six asks for a knife, and two old women hand it to her together.',
      ),
    ],
  },
  {
    slug: 'bohobe',
    title: 'Bohobe',
    synopsis:
      'Three sisters inherit a bakery, a sourdough older than any of them, and one recipe in three halves.',
    description:
      'Mme Mamello baked the bread of a Free State town for thirty-four years and trusted none of her daughters with all of the recipe. Puleng has the flour, Dineo has the hours and Tshidi, who left, has the water. The ovens have to be lit at two in the morning, with or without an apology.',
    ...filed('ekhaya/family', 'drama'),
    ...made(2025, 'st', 'en'),
    ...rated('PG'),
    ...drawn('sun', 'gables'),
    clips: [WALL, TRAIN],
    credits: [
      cast('palesa-mokhachane', 'Puleng'),
      cast('nthabeleng-phafoli', 'Dineo'),
      cast('dimakatso-ramabodu', 'Tshidi'),
      cast('mpho-ralebitso', 'Ntate Moloi'),
      writer('lineo-tsoeunyane'),
      director('onalenna-sebego'),
    ],
    seasons: [
      season(
        'Two in the Morning | The first night without their mother. The bread is flat, and the town buys all of it.',
        'The Mother Dough | It has to be fed every six hours. On Thursday each sister thinks that it is the other one’s turn.',
        'Water | Tshidi comes home on the last bus with a bottle of water that she will not put down.',
        'A Loaf for the Magistrate | The landlord wants the shop back, and Dineo answers him with a cake in the shape of the contract.',
        'The Delivery Boy Is Sixty-One | Ntate Moloi has brought the bread round since he was young, and knows why the recipe was torn.',
        'Strike of the Ovens | The big oven dies on the day before Easter. The whole location lends its coal stoves, one pan each.',
        'Three Halves | Flour, hours and water on one table at last, and something is still missing.',
      ),
      season(
        'White Bread | A supermarket opens across the road, with a loaf at half the price and a queue out of the door.',
        'Salt | A letter from their mother turns up in a salt tin. It is addressed to a fourth daughter.',
        'Mathabo | The fourth sister is a traffic officer, allergic to wheat, and writes them a fine before they can greet her.',
        'Night Class | Puleng teaches twenty prisoners to bake, and one of them has better hands than she has.',
        'The Wedding That Ate Everything | Four hundred guests are coming, and the flour lorry is in Kroonstad with a flat tyre.',
        'Crumbs | The supermarket makes an offer. The answer is written in icing sugar, and takes all four of them to spell.',
      ),
    ],
  },
  {
    slug: 'die-blou-hek',
    title: 'Die Blou Hek',
    synopsis:
      'After forty-seven years the Adams family gets its house back. Somebody else’s whole life is in it.',
    description:
      'Ouma Galiema het die sleutel al die jare om haar nek gedra. Now the claim is settled, the gate is still blue, and behind it lives an old music teacher who has nowhere to go. Three generations move in around him, and the piano stays where it is.',
    ...filed('ekhaya/family', 'drama'),
    ...made(2024, 'af', 'en'),
    ...rated('PG', 'L'),
    ...drawn('house', 'print'),
    clips: [WALL],
    credits: [
      cast('yumna-salie', 'Ouma Galiema'),
      cast('gawie-oosthuyzen', 'Meneer Fourie'),
      cast('faieka-samsodien', 'Zaida'),
      cast('igshaan-davids', 'Riedwaan'),
      director('elzette-bruwer'),
      music('frikkie-swiegers'),
    ],
    seasons: [
      season(
        'Die Sleutel | The key still turns. The man who opens from the other side is holding a teapot.',
        'Nege Dae | He has nine days to pack up thirty years. Ouma counts them aloud, every morning, in the passage.',
        'Die Klavier | The piano will not go through the door, because the door was made smaller in 1979.',
        'Riedwaan se Kamer | Riedwaan, thirteen, gets the room in which his grandfather wrote on the wall behind the cupboard.',
        'Vis op Vrydag | A pot of pickled fish is handed over a wall, and the street takes sides about the onions.',
        'Die Tweede Eis | Another family hands in a claim for the same house, with an older photograph and a better lawyer.',
        'Konsert | Meneer Fourie gives a last concert on the stoep for pupils who were never allowed to come in.',
        'Blou Verf | Somebody has to choose the colour, and Ouma has left the tin open for him.',
      ),
    ],
  },
  {
    slug: 'ndyangu',
    title: 'Ndyangu',
    synopsis:
      'A miner comes home after twelve years to the wife who had him declared dead, and who is doing rather well.',
    description:
      'Risenga walks into his yard outside Giyani and finds a new roof, a new tractor and his own memorial. N’wa-Mathebula built all of it with the insurance. The money has to be paid back by Christmas, or he has to stay dead.',
    ...filed('ekhaya/family', 'drama'),
    ...made(2026, 'ts', 'en'),
    ...rated('13', 'L'),
    ...drawn('house', 'blanket'),
    clips: [TAXI, TRAIN],
    credits: [
      cast('rhulani-hlungwane', 'Risenga'),
      cast('tinyiko-makhuvele', 'N’wa-Mathebula'),
      cast('ntwanano-mabasa', 'Tsakani'),
      writer('vutomi-chabalala'),
      director('basani-shikwambana'),
    ],
    seasons: [
      season(
        'The Stone | He reads his own name on a gravestone, and notices that they have spelt it right.',
        'Dead Men Eat Too | Risenga hides in the grain store. By Wednesday four neighbours bring food to the grain store.',
        'The Man from the Insurance | A polite assessor has come to photograph the grave, and stays to lunch.',
        'Twelve Christmases | Tsakani was four when he left. She has written him a letter every December, and now has him read them aloud.',
        'The Other Passport | Where he has been all this time is in a suitcase at the bus station, under somebody else’s name.',
        'Harvest | The tractor is sold, the tomatoes are not, and N’wa-Mathebula makes the assessor an offer.',
      ),
    ],
  },
  {
    slug: 'night-sister',
    title: 'Night Sister',
    synopsis:
      'A district hospital between dusk and dawn: four nurses, one doctor, and a generator with moods.',
    description:
      'Sister Noluvuyo Mbete runs the night at a hospital that the map has forgotten. There are two ambulances, one of which works, a kitchen that makes the best samp in the province, and a young doctor who had asked for Cape Town. Every night ends. Not everybody goes home the same.',
    ...filed('ekhaya/after-dark', 'drama'),
    ...made(2023, 'en', 'xh', 'af'),
    ...rated('13', 'L', 'V'),
    ...drawn('lamp', 'rings'),
    clips: [TRAIN, TAXI, WALL],
    credits: [
      cast('nonjabulo-msane', 'Sister Mbete'),
      cast('kavendren-pillay', 'Dr Naveen Pillay'),
      cast('chantelle-arendse', 'Nurse Carelse'),
      cast('langalakhe-myeni', 'Bhuti Lungile'),
      writer('gillian-hartwick'),
      director('siyanda-phewa'),
    ],
    seasons: [
      season(
        'Handover | Dr Pillay’s first night begins with a goat in casualty and ends with twins in a lift.',
        'Load | The generator has fuel for five hours. The night has eleven, and three patients breathe by machine.',
        'The Man Without a Name | He will not say who he is, and the chart says that he was discharged last year.',
        'Samp | The kitchen is to be closed to save money. At midnight the wards get up and come to eat.',
        'Road to Nowhere | The good ambulance is stuck behind a flooded drift, with Nurse Carelse and a frightened girl in it.',
        'Matron’s Keys | Sister Mbete is offered the day. She has until six to say why she has never wanted it.',
      ),
      season(
        'The New Wing | The minister opens a new wing with no beds in it. Lungile finds out where the beds went.',
        'Paper Cut | A file is missing, a family is at the counter, and Dr Pillay remembers every word that he wrote in it.',
        'Gogo in Bed Nine | She has been ready to die since Tuesday, but wants to hear the end of the radio serial first.',
        'Full Moon | They say that it is superstition. Then fourteen people come in from one wedding.',
        'Sister Against Sister | Nurse Carelse reports what she saw, and eats alone for a week.',
        'Blue Light | The police bring a boy of sixteen in handcuffs, and Sister Mbete delivered him herself.',
      ),
      season(
        'Agency | Half of the night staff are now strangers with name tags. One of them is asleep in the X-ray room for a reason.',
        'The Long Queue | A rumour says that the clinic in town has no tablets, and by nine the queue reaches the river.',
        'Naveen’s Mother | She has driven ten hours to take her son home, and is put to work in the pharmacy.',
        'Quarantine | Nobody may leave until the laboratory rings. A choir, a thief and a bride are stuck in the same corridor.',
        'The Last Samp | Mam’ Nosizwe cooks for the last time, and the recipe goes into the drug register.',
        'Dawn | For the first time in nine years the night sister sees the hospital by day, and hardly knows it.',
      ),
    ],
  },
  {
    slug: 'umhlaba-wetfu',
    title: 'Umhlaba Wetfu',
    synopsis:
      'A young chief of twenty-three takes over a valley with one bridge, two churches and three graveyards in the way of a road.',
    description:
      'Lomakhosi studied civil engineering so that she would never have to live at home. Then her father dies, the elders choose her, and the first letter on her desk is from the road builders: the engineer’s drawing in it is her own.',
    ...filed('ekhaya/family', 'drama'),
    ...made(2025, 'ss', 'en'),
    ...rated('PG', 'L'),
    ...drawn('shield', 'hills'),
    clips: [TAXI],
    credits: [
      cast('ntombenhle-sishi', 'Lomakhosi'),
      cast('bhekani-zungu', 'Babe Dludlu'),
      cast('lwandile-mfenyana', 'Sibusiso'),
      director('ayabulela-mgudlwa'),
    ],
    seasons: [
      season(
        'The Drawing | She drew the road as a student, on a map that had no people on it.',
        'The Elders’ Bench | Eleven men make room for her on the bench. It takes them all morning to move eleven places.',
        'Three Graveyards | To move a grave one has to know who lies in it, and the oldest has an answer that nobody likes.',
        'The Bridge at Night | A bus waits on one side, a woman in labour on the other, and the river has risen since six.',
        'Umhlaba | With a can of white paint and a herd of goats, Lomakhosi shows the engineers where a road goes.',
      ),
    ],
  },
];
