/** Reads the parts of a playlist that a head start needs; hls.js reads all of it. */

export interface FirstPieces {
  /** The init segment; `undefined` if the playlist names none. */
  readonly init: string | undefined;
  readonly segment: string;
}

/**
 * The address of the variant with the lowest bandwidth, or `undefined` for a text that is no
 * multivariant playlist.
 */
export function lowestVariant(text: string, base: string): string | undefined {
  const lines = linesOf(text);
  let lowest: { bandwidth: number; uri: string } | undefined;
  for (const [index, line] of lines.entries()) {
    const bandwidth = Number(
      /^#EXT-X-STREAM-INF:(?:.*,)?BANDWIDTH=(\d+)/.exec(line)?.[1] ?? Number.NaN,
    );
    const uri = lines[index + 1];
    if (Number.isNaN(bandwidth) || !uri || uri.startsWith('#')) continue;
    if (!lowest || bandwidth < lowest.bandwidth) lowest = { bandwidth, uri };
  }
  return lowest && new URL(lowest.uri, base).href;
}

/**
 * The pieces for the picture at `position` (seconds), or `undefined` if the playlist does not reach
 * it.
 */
export function piecesAt(text: string, base: string, position: number): FirstPieces | undefined {
  const lines = linesOf(text);
  const init = lines
    .map((line) => /^#EXT-X-MAP:(?:.*,)?URI="([^"]+)"/.exec(line)?.[1])
    .find(Boolean);
  let end = 0;
  for (const [index, line] of lines.entries()) {
    const duration = Number(/^#EXTINF:([0-9.]+)/.exec(line)?.[1] ?? Number.NaN);
    if (Number.isNaN(duration)) continue;
    end += duration;
    const uri = lines.slice(index + 1).find((candidate) => !candidate.startsWith('#'));
    if (end > position && uri)
      return {
        init: init ? new URL(init, base).href : undefined,
        segment: new URL(uri, base).href,
      };
  }
  return undefined;
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}
