/**
 * An inline script right behind the watch page's `<video>`: tells `early-play.entry.ts` in the head
 * that it exists. The attributes of its own element name the title.
 */
import type { EarlyStage } from './player-handoff.ts';

const found = document.currentScript?.dataset as unknown as EarlyStage;
window.bonisaStage?.(found);
