/** Brings the sound of every title to one loudness, so that no viewer turns it up. */

/** The loudness of a whole source (ITU-R BS.1770): integrated, and its true peak. */
export interface Loudness {
  readonly lufs: number;
  /** In dBTP. */
  readonly peak: number;
}

/** Loud enough for the speaker of a phone (EBU R 128 has -23), and the greatest true peak. */
export const TARGET_LUFS = -18;
const MOST_PEAK = -1.5;
/** Below this, gating leaves nothing to measure: the source is silent. */
const SILENT_LUFS = -60;

/** The filters that bring sound of this loudness to the target; empty for silence. */
export function loudnessFilters({ lufs, peak }: Loudness, target: number): string {
  if (!(lufs > SILENT_LUFS)) return '';
  const gain = target - lufs;
  const volume = `volume=${gain.toFixed(2)}dB,`;
  if (peak + gain <= MOST_PEAK) return volume;
  const limit = 10 ** (MOST_PEAK / 20);
  return `${volume}alimiter=limit=${limit.toFixed(4)}:attack=5:release=50:level=disabled,`;
}
