import type { Picture } from '@bonisa/contract/page-data';

/** Something that plays, as its page knows it: a video or an episode. */
export interface Watchable {
  readonly kind: 'video' | 'episode';
  readonly id: number;
  readonly slug: string;
  /** The slug of an episode's show. */
  readonly show?: string;
  readonly title: string;
  /** Its page. */
  readonly address: string;
  readonly durationSeconds: number;
  readonly megabytes: number;
  /** What stands on the stage until it plays: 16:9, no letters. */
  readonly scene: Picture;
}
