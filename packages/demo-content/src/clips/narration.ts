import type { IngestInput } from '../../media/ingest.service.ts';

/** What a narrator says over the clips, as captions. */

type Captions = NonNullable<IngestInput['captions']>;
type Line = readonly [from: string, to: string, text: string];

function track(language: string, label: string, lines: readonly Line[]): Captions[number] {
  const cues = lines.map(([from, to, text]) => `${from} --> ${to}\n${text}`);
  return { language, label, vtt: `WEBVTT\n\n${cues.join('\n\n')}\n` };
}

export const SUNRISE_CAPTIONS: Captions = [
  track('en-ZA', 'English', [
    ['00:00.400', '00:03.800', "Four o'clock. The stars are still out\nover the Highveld."],
    ['00:04.200', '00:08.000', 'Here she comes, the first taxi of the day.\nShort left, driver!'],
    ['00:08.400', '00:12.400', 'Behind the hills, somebody\nhas put the kettle on.'],
    ['00:12.800', '00:17.000', 'The sun climbs.\nThe whole road turns to gold.'],
    ['00:17.600', '00:22.800', 'Good morning, Mzansi.\nThere is room for one more.'],
  ]),
  track('zu-ZA', 'isiZulu', [
    ['00:00.400', '00:03.800', 'Yihora lesine ekuseni. Izinkanyezi\nzisakhanya phezu kweHighveld.'],
    ['00:04.200', '00:08.000', 'Nansi itekisi yokuqala yosuku.\nShort left, mshayeli!'],
    ['00:08.400', '00:12.400', 'Ngale kwamagquma, umuntu\nusebilisa amanzi etiye.'],
    ['00:12.800', '00:17.000', 'Ilanga liyaphuma. Umgwaqo wonke\nuyakhazimula njengegolide.'],
    ['00:17.600', '00:22.800', 'Sawubona, Mzansi. Isikhala\nsisekhona somuntu oyedwa.'],
  ]),
];

export const NIGHT_TRAIN_CAPTIONS: Captions = [
  track('en-ZA', 'English', [
    ['00:00.600', '00:04.400', 'Listen. You hear the night train\nbefore you see it.'],
    ['00:05.000', '00:09.000', 'Six coaches, painted by six villages,\nno two the same.'],
    ['00:09.600', '00:13.600', 'In every window somebody\nwho is nearly home.'],
    ['00:14.200', '00:17.800', 'The houses light their lamps,\none after another, to say hello.'],
    ['00:18.400', '00:22.800', 'And then only the moon is left,\nand the humming rails.'],
  ]),
];
