import type { AskingTime } from '@bonisa/domain/playback/data-budget';
import { ASKING_TIME } from './asking-time.ts';

/** Stores the asking time; `undefined`: there is budget left. */
export function storeAskingTime(time: AskingTime | undefined): void {
  try {
    if (time) localStorage.setItem(ASKING_TIME, `${time.from.getTime()}-${time.until.getTime()}`);
    else localStorage.removeItem(ASKING_TIME);
  } catch {
    // The meter asks as soon as something plays.
  }
}
