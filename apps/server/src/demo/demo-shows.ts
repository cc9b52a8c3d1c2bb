import type { DemoShow } from './demo-title.ts';
import { EKHAYA_FAMILY } from './shows/ekhaya.family.ts';
import { EKHAYA_SECRETS } from './shows/ekhaya.secrets.ts';
import { NGOMA } from './shows/ngoma.ts';
import { SKHAFTIN_LAUGHS } from './shows/skhaftin.laughs.ts';
import { SKHAFTIN_POTS_AND_PEOPLE } from './shows/skhaftin.pots-and-people.ts';
import { VELD_EN_SEE } from './shows/veld-en-see.ts';

/** All shows of the demo, channel by channel. */
export const DEMO_SHOWS: readonly DemoShow[] = [
  ...EKHAYA_FAMILY,
  ...EKHAYA_SECRETS,
  ...SKHAFTIN_LAUGHS,
  ...SKHAFTIN_POTS_AND_PEOPLE,
  ...NGOMA,
  ...VELD_EN_SEE,
];
