import { CLOTH, type DemoShow, TAXI, TRAIN, WALL } from '../demo-title.ts';
import {
  cast,
  director,
  drawn,
  filed,
  made,
  music,
  rated,
  season,
  writer,
} from './show-notation.ts';

/** The other dramas of Ekhaya: crimes, hearts, nights and what was long ago. */
export const EKHAYA_SECRETS: readonly DemoShow[] = [
  {
    slug: 'amanzi-amnyama',
    title: 'Amanzi Amnyama',
    synopsis:
      'A harbour detective who cannot swim works the night tides of Durban, where everything floats up in the end.',
    description:
      'Lieutenant Thembeka Ngidi has the desk nearest to the water, and turns her back to it. Containers arrive that nobody ordered, fishermen see what they should not, and her partner, Sunil Ramdeen, knows the harbour a little too well.\n\nAmanzi awalahli lutho.',
    ...filed('ekhaya/secrets', 'crime'),
    ...made(2025, 'zu', 'en'),
    ...rated('16', 'L', 'V'),
    ...drawn('eye', 'rings'),
    clips: [TRAIN, WALL],
    credits: [
      cast('khethiwe-mbambo', 'Lieutenant Ngidi'),
      cast('devan-ramnarain', 'Sunil Ramdeen'),
      cast('phakamisa-tyhali', 'Skipper'),
      writer('prenisha-govindasamy'),
      director('xolisani-ngcangca'),
    ],
    seasons: [
      season(
        'Container 4471 | It is empty, it is dry, and it has been breathing.',
        'The Rod Fishermen | Eleven men fish from the pier every night. On Monday there are ten, and all of them looked the other way.',
        'Sunil’s Boat | Ngidi finds her partner’s name in a register of moorings, under a boat that burnt three years ago.',
        'The Crane Driver | From sixty metres up he has seen everything, and has written it down in a hymn book.',
        'Low Water | Once a year the tide is low enough to see the old slipway. Somebody has come to clean it.',
        'She Swims | To reach the one witness, Ngidi has to cross forty metres of black water.',
      ),
      season(
        'Cold Store | A ton of frozen fish is delivered to a primary school. Under the fish is a ledger.',
        'The Pilot | The man who guides ships in has guided one out that does not exist.',
        'Salt in the Engine | Three patrol boats fail in one week, and only one mechanic has clean hands.',
        'Mother of Pearl | Skipper’s mother sells shells on the beachfront, and pays her rent with a diamond.',
        'Statement | Sunil makes a full statement. It is true in every detail but one, and Ngidi finds it.',
        'The Tide Table | Every crime of two years fits into one small book, printed by the harbour master.',
      ),
    ],
  },
  {
    slug: 'soutpan',
    title: 'Soutpan',
    synopsis:
      'On a salt pan as large as a town, a pair of footprints goes to the middle and stops.',
    description:
      'Adjudant Lettie Booysen het die pan as kind oorgesteek op ’n weddenskap. Twenty-nine years later a surveyor has vanished on it, his car is locked from the inside, and the salt keeps every mark until the rain. The forecast says Friday.',
    ...filed('ekhaya/secrets', 'crime'),
    ...made(2024, 'af', 'en'),
    ...rated('13', 'L', 'V'),
    ...drawn('sun', 'rings'),
    clips: [WALL],
    credits: [
      cast('chantelle-arendse', 'Adjudant Booysen'),
      cast('ruan-esterhuyse', 'Konstabel Witbooi'),
      cast('faieka-samsodien', 'Oumies Steyn'),
      writer('ashwin-plaatjies'),
      director('rochelle-fortuin'),
    ],
    seasons: [
      season(
        'Maandag: Voetspore | Two feet going out. Konstabel Witbooi measures them, and they do not match each other.',
        'Dinsdag: Die Kaart | The missing surveyor’s map shows a pan that is four hectares larger than the real one.',
        'Woensdag: Oumies | The widow at the edge of the salt has set two places at table since 1994, and can explain both.',
        'Donderdag: Wind | The wind blows the marks away one by one, and with them the only alibi in the district.',
        'Vrydag: Wolke | At four the first drops fall. At five Booysen walks out alone, in somebody else’s boots.',
        'Saterdag: Water | The pan is a mirror now, and gives back a face.',
      ),
    ],
  },
  {
    slug: 'unyana-wolahleko',
    title: 'Unyana Wolahleko',
    synopsis:
      'A preacher’s lost son comes home rich, sorry and with three men in a parked car behind him.',
    description:
      'Mfundisi Mvambo has told the parable of the prodigal son every year since his own one left. Now Lukhanyo is standing at the back of the church in a silk shirt, and the whole of the congregation turns around. He has brought a new roof. Nobody may ask what it was paid with.',
    ...filed('ekhaya/secrets', 'drama'),
    ...made(2023, 'xh', 'en'),
    ...rated('13', 'L', 'V', 'D'),
    ...drawn('star', 'gables'),
    clips: [TAXI, TRAIN],
    credits: [
      cast('mzukisi-dyasi', 'Mfundisi Mvambo'),
      cast('unathi-sobekwa', 'Lukhanyo'),
      cast('nomazizi-gqola', 'Mama Nobantu'),
      cast('thandokazi-ntlabathi', 'Zimkitha'),
      director('babalwa-zitha'),
    ],
    seasons: [
      season(
        'The Back Row | The sermon stops in the middle of a verse. A son sits down, and an usher asks him to move up.',
        'Fatted Calf | The older brother has fed that calf for a year, and will not hand over the rope.',
        'The Roof | New sheets gleam on the church. When it rains, an old woman hears what is hidden above the ceiling.',
        'Zimkitha’s Ring | She waited six years and then stopped. He has come nine days before her wedding.',
        'The Parked Car | Mama Nobantu takes tea out to the three men, and comes back with their names.',
        'Confession | A father who has listened to everybody for thirty years asks one question, and leaves the room before the answer.',
        'Collection | On Sunday the plate goes round twice, and what lies on it the second time will close the case.',
      ),
    ],
  },
  {
    slug: 'ntate-o-kae',
    title: 'Ntate o Kae?',
    synopsis:
      'A girl of fifteen reads out four possible fathers on community radio. By evening seven have telephoned.',
    description:
      'Oratile does the school slot on a radio station in a Mahikeng garage. She has her mother’s diary of 2009, a phone-in line and a bursary form with an empty box. The whole of the province begins to listen, and her mother drives home very fast.',
    ...filed('ekhaya/secrets', 'drama'),
    ...made(2026, 'tn', 'en'),
    ...rated('10-12PG', 'L'),
    ...drawn('radio', 'rays'),
    clips: [CLOTH, TAXI],
    credits: [
      cast('boitumelo-kgafela', 'Oratile'),
      cast('lesego-motsumi', 'Mme Seipati'),
      cast('retselisitsoe-khoele', 'Bra Tiro'),
      writer('mahlatse-phaladi'),
      director('tshidiso-letsoara'),
    ],
    seasons: [
      season(
        'The Empty Box | “Father’s name, in block letters.” Oratile asks for an answer on air, and the switchboard smokes.',
        'Candidate One: The Coach | He has her laugh and her knees. He also has a wife who is listening in the kitchen.',
        'Candidate Two: The Choirmaster | He remembers her mother as the only alto who ever corrected him.',
        'Candidate Three: The Councillor | He denies it in three languages before anybody has asked.',
        'Candidate Four: The Grave | One name in the diary leads to a cemetery, and to a grandmother who has waited for this visit.',
        'Block Letters | Mme Seipati comes into the studio, puts on the headphones and asks for quiet.',
      ),
    ],
  },
  {
    slug: 'lerato-la-pele',
    title: 'Lerato la Pele',
    synopsis:
      'They were sixteen, then came thirty years. Now she is the bride’s mother and he has come to film the wedding.',
    description:
      'Mmabatho has forty lists for her daughter’s wedding in Clarens, and on none of them does it say that the video man is Teboho. He has one camera, one good jacket and a tape from 1994 that he has never handed over.',
    ...filed('ekhaya/hearts', 'romance'),
    ...made(2025, 'st', 'en'),
    ...rated('PG'),
    ...drawn('heart', 'print'),
    clips: [CLOTH],
    credits: [
      cast('lerato-makgoale', 'Mmabatho'),
      cast('katleho-mosoeu', 'Teboho'),
      cast('mokgadi-seabi', 'Karabo'),
      music('tebatso-moilwa'),
      director('kealeboga-mothibi'),
    ],
    seasons: [
      season(
        'Test Shot | He asks the bride’s mother to say a few words for the sound level. She says his name.',
        'The Tent | Three hundred chairs, one storm, and two people who hold on to the same pole for an hour.',
        'Karabo Knows | The bride finds a photograph of her mother on the back of a motorbike, laughing as she has never seen her.',
        'The Other Teboho | There is a Mrs Teboho, says the caterer. There was, says he.',
        'Rehearsal | For the light, the cameraman and the bride’s mother have to stand at the altar for a very long minute.',
        'The Tape | After the last guest has gone, thirty-one seconds of 1994 play on the wall of an empty tent.',
      ),
    ],
  },
  {
    slug: 'two-doors-one-kitchen',
    title: 'Two Doors, One Kitchen',
    synopsis:
      'The landlord has let the same flat to two people. He works nights, she works days, and there is one kettle.',
    description:
      'Zanokuhle drives the day train of a mine, Preshen bakes the last pies of a garage shop. They share a flat in Germiston, a kettle and a notebook on the fridge, and in four months they have not met. Everything that matters is written under “milk”.',
    ...filed('ekhaya/hearts', 'romance'),
    ...made(2026, 'en', 'zu'),
    ...rated('PG', 'L'),
    ...drawn('lamp', 'diamonds'),
    clips: [TRAIN, CLOTH],
    credits: [
      cast('vuyelwa-nkohla', 'Zanokuhle'),
      cast('rajesh-haripersad', 'Preshen'),
      cast('trevor-stanforth', 'Mr Papas'),
      cast('sarojini-munsamy', 'Ma Govender'),
      writer('shireen-moosa'),
      director('nonsikelelo-magagula'),
    ],
    seasons: [
      season(
        'Milk | The first note is rude. The second is shorter, and comes with half of a chicken pie.',
        'His Side of the Soap | She works out that he is left-handed, sad about something, and never reads to the end of a book.',
        'The Landlord’s Mathematics | Mr Papas explains why one flat with two tenants is legal, and a tap comes off in his hand.',
        'Fever | Preshen is ill by day and finds soup on the stove. The notebook says: stir clockwise.',
        'The Last Page | The notebook is full. Neither wants to be the one who buys the next.',
        'Five Past Six | A strike, a flat tyre and a holiday. For the first time both keys are in the door.',
      ),
      season(
        'Daylight | They have met, and now they do not know what to say. The notebook stays out, for emergencies.',
        'Ma Govender Inspects | His mother looks into each pot, finds nothing wrong, and sits down to cry.',
        'Umemulo | He is the only man at her sister’s ceremony who is given an apron, and the only one who uses it.',
        'Underground | The mine is quiet for eleven hours. Everybody in the pie shop stops buying pies.',
        'Two Keys | A better flat with two kitchens is free, and nobody can think of a reason to say no.',
        'Kettle | What to take and what to leave: they settle it in writing, under “milk”.',
      ),
    ],
  },
  {
    slug: 'the-lobola-committee',
    title: 'The Lobola Committee',
    synopsis:
      'Five uncles who cannot agree on a parking place are sent to negotiate for a nephew who has run out of time.',
    description:
      'Sandile wants to marry Nozipho. Nozipho wants to marry Sandile. Between them are five uncles in two cars, one of them full of blankets, and a delegation of aunts who have done this eleven times and have never lost.',
    ...filed('ekhaya/hearts', 'comedy'),
    ...made(2024, 'zu', 'ss', 'en'),
    ...rated('PG', 'L'),
    ...drawn('bull', 'diamonds'),
    clips: [TAXI],
    credits: [
      cast('bonginkhosi-mavuso', 'Malume Zeph'),
      cast('lwazi-nhlengethwa', 'Malume Dokotela'),
      cast('tengetile-lukhele', 'Aunt Gcinile'),
      cast('petrus-masombuka', 'Sandile'),
      cast('phetsile-simelane', 'Nozipho'),
      director('bheki-mtsweni'),
    ],
    seasons: [
      season(
        'The Wrong Gate | The delegation praises the clan at the gate for an hour. It is the neighbours’ gate.',
        'Eleven and a Half | Nobody knows who offered half a cow. Everybody knows who has to bring it.',
        'The Pen | The list of gifts is ready, the pen is lost, and no uncle may leave the room first.',
        'Aunt Gcinile’s Silence | She has not said one word in two days, and the price has gone up twice.',
        'Umabo | Forty blankets have to be counted in front of the bride. There are thirty-nine, and an uncle is cold.',
      ),
    ],
  },
  {
    slug: 'number-seventeen',
    title: 'Number Seventeen',
    synopsis:
      'Four students rent a room cheaply in Hillbrow. The lift stops at a floor for which there is no button.',
    description:
      'The caretaker says that the building has sixteen floors. The stairs say so too. But on Thursday nights the lift goes on, the doors open on a lit passage of 1976, and somebody there has been keeping a list of tenants.',
    ...filed('ekhaya/after-dark', 'thriller'),
    ...made(2026, 'en', 'st', 'zu'),
    ...rated('16', 'H', 'L', 'V'),
    ...drawn('eye', 'gables'),
    clips: [TRAIN],
    credits: [
      cast('palesa-mokhachane', 'Naledi'),
      cast('sibabalwe-matinise', 'Sphe'),
      cast('livhuwani-nemukula', 'Nyeleti'),
      cast('igshaan-davids', 'Wessel'),
      cast('celestin-kabongo-ilunga', 'The Caretaker'),
      director('gaopalelwe-seitshiro'),
    ],
    seasons: [
      season(
        'The Deposit | The rent is so low that they ask twice. The caretaker says that it is for the company.',
        'Thursday | The lift goes on. Wessel, who steps out first, comes back with a newspaper.',
        'The List | Four names in fresh ink, and a fifth crossed out on the day on which Naledi was born.',
        'Nyeleti Stays | She likes it there. It is warm, and somebody has been kind to her who has no shadow.',
        'The Caretaker’s Room | He has keys to every door in the building but one, and has lost somebody behind it.',
        'Roof | There is a way down if somebody stays to hold the doors.',
      ),
    ],
  },
  {
    slug: 'the-last-lift-club',
    title: 'The Last Lift Club',
    synopsis:
      'Every night the same five people ride home from the mall in one minibus. On Friday six get in, and five get out.',
    description:
      'A cashier, a chef, a guard, a cleaner and the driver know everything of one another between nine and ten at night. When a stranger vanishes from the back seat between two street lamps, each of them tells the police a different journey.',
    ...filed('ekhaya/after-dark', 'thriller'),
    ...made(2025, 'en', 'nso', 'zu'),
    ...rated('13', 'L', 'V'),
    ...drawn('taxi', 'gables'),
    clips: [TRAIN, TAXI],
    credits: [
      cast('nthabeleng-phafoli', 'Mokgaetji'),
      cast('mfanafuthi-ndlela', 'Chef Bongs'),
      cast('kagisho-merafe', 'Guard Ledwaba'),
      cast('charmaine-solomons', 'Aunty Merle'),
      cast('qiniso-mbhele', 'Driver Khaba'),
      writer('tlou-mphaka'),
    ],
    seasons: [
      season(
        'The Cashier’s Journey | Mokgaetji counts everything. That night she counted six fares, and one of them was a button.',
        'The Chef’s Journey | Bongs slept from the robot to the bridge, or so he has told his wife.',
        'The Guard’s Journey | Ledwaba noticed the shoes, because they were his.',
        'The Cleaner’s Journey | Aunty Merle has wiped down that seat already. She is sorry, she says: it is a habit.',
        'The Driver’s Journey | Khaba has driven the road four thousand times, and once stopped where one does not stop.',
        'The Sixth Journey | The back seat speaks.',
      ),
    ],
  },
  {
    slug: 'the-ferrywomen',
    title: 'The Ferrywomen',
    synopsis: 'In 1899 three women run the only ferry on a river that two armies want to cross.',
    description:
      'Mmamosadi has the boat, Hester has the rope, Nontsizi knows where the river is deep. As the war comes up the road, everybody who wants to get to the other side has to sit down and be looked at by the three of them first.',
    ...filed('ekhaya/long-ago', 'history'),
    ...made(2024, 'en', 'tn', 'af', 'xh'),
    ...rated('13', 'V'),
    ...drawn('mountain', 'chevrons'),
    clips: [WALL, CLOTH],
    credits: [
      cast('dimakatso-ramabodu', 'Mmamosadi'),
      cast('yumna-salie', 'Hester'),
      cast('nomasonto-skosana', 'Nontsizi'),
      cast('duncan-aldersley', 'Captain Ashby'),
      writer('bronwyn-pettigrew'),
      director('lineo-tsoeunyane'),
    ],
    seasons: [
      season(
        'The Rope | It has to be let down to the river bed whenever a patrol comes, and pulled up for the midwife.',
        'A Piano for Mafeking | A bandsman wants to bring his piano across. It is much too heavy for a piano.',
        'The Boy with the Telescope | A scout of twelve falls asleep in the boat, and wakes up on the side of the enemy.',
        'Captain Ashby’s Tea | He is polite, he takes sugar, and he has counted the cups.',
        'Flood | For nine days nobody can cross, and two camps hear each other sing.',
        'Both Banks | The war sends an order to burn the boat to each of the three women, on the same day.',
      ),
    ],
  },
  {
    slug: 'umphathi-wencwadi',
    title: 'Umphathi weNcwadi',
    synopsis:
      'A mission teacher of 1913 walks from farm to farm with a suitcase of books, one day ahead of a new law.',
    description:
      'The Land Act has been signed, and Daniel Mzamane’s pupils are on the roads with their cattle and their stoves. So the school walks too: with a slate, nineteen books, and a mule that will not be hurried by any parliament.',
    ...filed('ekhaya/long-ago', 'history'),
    ...made(2023, 'xh', 'st', 'en'),
    ...rated('PG', 'V', 'P'),
    ...drawn('tree', 'print'),
    clips: [TAXI],
    credits: [
      cast('thulasizwe-hlophe', 'Daniel Mzamane'),
      cast('onalenna-sebego', 'Selloane'),
      cast('clive-redfearn', 'Reverend Hale'),
      writer('langalakhe-myeni'),
      director('siyanda-phewa'),
    ],
    seasons: [
      season(
        'The Bell | They are told to leave the bell. Selloane, nine, carries its tongue in her pocket.',
        'Nineteen Books | At the river they have to choose: the books or the stove.',
        'Long Division | On a road with no shade, a family’s cattle are divided, and a boy does it in his head.',
        'Reverend Hale | He offers a roof for the school, and a list of those who may come in under it.',
        'Spelling | In the cold of a borrowed shed each child writes one word, and sends the page to London.',
      ),
    ],
  },
];
