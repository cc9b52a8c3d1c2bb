/**
 * Whether this browser reads the scripts of the pages (`build-tools/oldest-browsers.ts`): both came
 * with `?.` and `??`, or soon before. In an older one nothing may wait for React: forms and links
 * act by themselves.
 */
export const runsScripts: boolean =
  'allSettled' in Promise && 'getVideoPlaybackQuality' in HTMLVideoElement.prototype;
