import type { DemoShow } from './demo-title.ts';
import { EKHAYA_FAMILY } from './shows/ekhaya.family.ts';
import { EKHAYA_SECRETS } from './shows/ekhaya.secrets.ts';

/** All shows of the demo, channel by channel. */
export const DEMO_SHOWS: readonly DemoShow[] = [...EKHAYA_FAMILY, ...EKHAYA_SECRETS];
