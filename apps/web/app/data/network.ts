import { isMetered } from '@bonisa/domain/playback/data-choice';
import type { PlayNetwork } from '@bonisa/domain/playback/play-figures';

/** Whether a viewer pays for each megabyte. */
export type Network = 'metered' | 'unmetered';

/** `NetworkInformation`, where a browser has it. */
interface Connection extends EventTarget {
  readonly saveData?: boolean;
  readonly type?: string;
  /** The estimated throughput in Mbit/s. */
  readonly downlink?: number;
}

/** What the browser says of its network; undefined: nothing. */
export function connection(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection;
}

/** The type that the connection had last: in a tunnel it has none. */
let known: string | undefined;

/** The network that this device is on now, or was on before it lost its signal. */
export function networkNow(): Network {
  const { saveData, type } = connection() ?? {};
  if (type !== 'none') known = type;
  const isHandheld = matchMedia('(pointer: coarse)').matches;
  return isMetered({ saveData, type: known, isHandheld }) ? 'metered' : 'unmetered';
}

/** By what this device is connected, where the browser says it. */
export function networkKind(): PlayNetwork {
  const { type } = connection() ?? {};
  if (type === 'cellular') return 'mobile';
  return type === 'wifi' || type === 'ethernet' ? 'wifi' : 'unknown';
}
