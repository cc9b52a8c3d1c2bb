import type { DemoVideo } from './demo-title.ts';
import { EKHAYA_VIDEOS } from './videos/ekhaya.videos.ts';
import { KHANYA_VIDEOS } from './videos/khanya.videos.ts';
import { LEKGOTLA_VIDEOS } from './videos/lekgotla.videos.ts';
import { NGOMA_SESSIONS } from './videos/ngoma.sessions.ts';
import { NGOMA_VIDEOS } from './videos/ngoma.videos.ts';
import { PFUNZO_VIDEOS } from './videos/pfunzo.videos.ts';
import { SKHAFTIN_VIDEOS } from './videos/skhaftin.videos.ts';
import { TUMELO_VIDEOS } from './videos/tumelo.videos.ts';
import { VELD_EN_SEE_VIDEOS } from './videos/veld-en-see.videos.ts';

/** All single videos of the demo, in the order of their channels. */
export const DEMO_VIDEOS: readonly DemoVideo[] = [
  ...EKHAYA_VIDEOS,
  ...SKHAFTIN_VIDEOS,
  ...NGOMA_VIDEOS,
  ...NGOMA_SESSIONS,
  ...VELD_EN_SEE_VIDEOS,
  ...KHANYA_VIDEOS,
  ...LEKGOTLA_VIDEOS,
  ...TUMELO_VIDEOS,
  ...PFUNZO_VIDEOS,
];
