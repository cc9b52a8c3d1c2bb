declare module 'virtual:player-assets' {
  /** Where playback (without React) lies: a module whose export is `startPlayback`. */
  export const playerUrl: string;
  /**
   * Where hls.js light lies; the player fetches it itself, naming it early only saves a round trip.
   */
  export const hlsUrl: string;
}
