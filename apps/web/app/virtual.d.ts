declare module 'virtual:player-assets' {
  /** The address of the playback module (without React), whose export is `startPlayback`. */
  export const playerUrl: string;
  /**
   * The address of hls.js light. The player fetches it itself; naming it early saves a round trip.
   */
}

/** A style sheet in parts (`build-tools/style-rules.ts`). */
declare module '*.css?inline&rules' {
  const parts: readonly import('./design/used-styles.ts').StylePart[];
  export default parts;
}

/** A module built as the text of an inline script (`build-tools/inline-scripts.ts`). */
declare module '*?inline-script' {
  const text: string;
  export default text;
}
