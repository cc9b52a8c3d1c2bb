/**
 * The viewer's choice of what watching may cost. A choice limits the renditions (`max_height` of
 * the play call), so it holds from the first segment to the last.
 */

/** From the cheapest: sound alone, few megabytes, a good picture, the best for this screen. */
export const DATA_CHOICES = ['audio', 'saver', 'standard', 'best'] as const;

export type DataChoice = (typeof DATA_CHOICES)[number];

/** The caps in lines that a choice may become; 0: sound alone. A title's costs stand at these. */
export const CAPS = [0, 240, 480, 720, 1080] as const;

export type Cap = (typeof CAPS)[number];

/** A screen in CSS pixels, and how many of its own pixels each has. */
export interface ScreenSize {
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
}

/**
 * A rendition may have this share of the screen's lines: the difference is not seen, and the next
 * one costs about twice as much.
 */
const ENOUGH = 0.8;

/**
 * The cap of a choice on a screen. A picture fills the screen when it is turned, so the shorter
 * side counts, and the cap is the same before and after.
 */
export function capOf(choice: DataChoice, screen: ScreenSize): Cap {
  if (choice === 'audio') return 0;
  const lines = Math.min(screen.width, screen.height) * screen.pixelRatio;
  const best = CAPS.find((cap) => cap > 0 && cap >= lines * ENOUGH) ?? 1080;
  const limit = choice === 'saver' ? 240 : choice === 'standard' ? 480 : 1080;
  return best < limit ? best : limit;
}

/** A rendition's height in lines (0: sound alone) and its size; without `codec` it is in H.264. */
export interface Weighed {
  readonly height: number;
  readonly bytes: number;
  readonly codec?: 'av1' | undefined;
}

/**
 * The bytes of a title at each of {@link CAPS}: those of the highest rendition within the cap, or
 * of the lowest with a picture. Without a rendition of sound alone its place has the lowest
 * picture's. A title with AV1 renditions has the bytes of a device that gets AV1 after them. Throws
 * a RangeError for a title without pictures.
 */
export function bytesAtCaps(renditions: readonly Weighed[]): number[] {
  const usual = renditions.filter(({ codec }) => codec === undefined);
  const av1 = renditions.filter(({ height, codec }) => codec === 'av1' || height === 0);
  const hasAv1 = av1.some(({ height }) => height > 0);
  return [...bytesOf(usual), ...(hasAv1 ? bytesOf(av1) : [])];
}

/** What a device gets of the costs that {@link bytesAtCaps} counts, at a cap. */
export function costAtCap(costs: readonly number[], cap: Cap, getsAv1: boolean): number {
  const h264 = costs.slice(0, CAPS.length);
  const own = getsAv1 && costs.length > CAPS.length ? costs.slice(CAPS.length) : h264;
  return own[CAPS.indexOf(cap)] ?? own.at(-1) ?? 0;
}

/** The bytes at each of {@link CAPS} of renditions in one codec. */
function bytesOf(renditions: readonly Weighed[]): number[] {
  const pictures = renditions
    .filter(({ height }) => height > 0)
    .sort((a, b) => a.height - b.height);
  const [lowest] = pictures;
  if (!lowest) throw new RangeError('A title has at least one rendition with a picture.');
  const sound = renditions.find(({ height }) => height === 0);
  return CAPS.map((cap) => {
    if (cap === 0) return (sound ?? lowest).bytes;
    return (pictures.findLast(({ height }) => height <= cap) ?? lowest).bytes;
  });
}

/** What this browser says of its network. */
export interface NetworkFacts {
  /** The browser's data saver is on. */
  readonly saveData?: boolean | undefined;
  /** `NetworkInformation.type`: `cellular`, `wifi`, `ethernet`, …; most desktops do not say. */
  readonly type?: string | undefined;
  /** Whether the device is held in the hand: without a `type` it counts as on mobile data. */
  readonly isHandheld: boolean;
}

/**
 * Whether the viewer pays for each megabyte on this network. Only Wi-Fi and a cable are free:
 * behind Bluetooth and the rest there is often the mobile data of a phone.
 */
export function isMetered({ saveData, type, isHandheld }: NetworkFacts): boolean {
  if (saveData) return true;
  if (type === undefined || type === 'unknown') return isHandheld;
  return type !== 'wifi' && type !== 'ethernet';
}

/** The choice of a viewer who has not chosen yet. */
export function usualChoice(metered: boolean): DataChoice {
  return metered ? 'saver' : 'standard';
}
