import type { DemoShow } from './demo-title.ts';
import { EKHAYA_FAMILY } from './shows/ekhaya.family.ts';
import { EKHAYA_SECRETS } from './shows/ekhaya.secrets.ts';
import { KHANYA } from './shows/khanya.ts';
import { LEKGOTLA } from './shows/lekgotla.ts';
import { NGOMA } from './shows/ngoma.ts';
import { SKHAFTIN_LAUGHS } from './shows/skhaftin.laughs.ts';
import { SKHAFTIN_POTS_AND_PEOPLE } from './shows/skhaftin.pots-and-people.ts';
import { TUMELO_AND_PFUNZO } from './shows/tumelo-and-pfunzo.ts';
import { VELD_EN_SEE } from './shows/veld-en-see.ts';

/**
 * All shows of the demo, channel by channel. Everything is invented: titles, stories and people.
 */
export const DEMO_SHOWS: readonly DemoShow[] = [
  ...EKHAYA_FAMILY,
  ...EKHAYA_SECRETS,
  ...SKHAFTIN_LAUGHS,
  ...SKHAFTIN_POTS_AND_PEOPLE,
  ...NGOMA,
  ...VELD_EN_SEE,
  ...KHANYA,
  ...LEKGOTLA,
  ...TUMELO_AND_PFUNZO,
];
