/** Brings the sound of every title to one loudness (EBU R 128), so that no viewer turns it up. */

/** The loudness of a whole source (ITU-R BS.1770): integrated, and its true peak. */
export interface Loudness {
  readonly lufs: number;
  /** In dBTP. */
  readonly peak: number;
}

/** EBU R 128: the loudness of a programme, and its greatest true peak. */
export const TARGET_LUFS = -23;
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
