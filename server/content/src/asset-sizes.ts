/** What the catalogue knows of the sizes of ready media. */

/** The size of one rendition of an asset; without `codec` it is in H.264, or sound alone. */
export interface AssetRendition {
  readonly height: number;
  readonly bytes: number;
  readonly codec?: 'av1';
}

/** The sound of an asset in one language. */
export interface AssetTrack {
  /** A language subtag of BCP 47; null: the media do not say. */
  readonly language: string | null;
  /** The sizes of its renditions; absent: those of the asset, which the first track has. */
  readonly renditions?: readonly AssetRendition[];
}
