/** A look at a shown frame: when, and how many milliseconds after the source had made it. */
export interface GlassNote {
  readonly at: number;
  readonly late: number;
}

declare global {
  interface Window {
    benchGlass: GlassNote[];
  }
}

/**
 * Runs in the page before its own scripts, and must not refer to anything outside itself. Reads the
 * clock that `glass.source.ts` draws into the frames: five rows of four cells, sixteen bits of
 * hundredths of a second and four of their sum.
 */
export function glassProbe(): void {
  window.benchGlass = [];
  const [columns, rows, cell] = [4, 5, 8];
  const canvas = document.createElement('canvas');
  canvas.width = columns * cell;
  canvas.height = rows * cell;
  const context = canvas.getContext('2d', { willReadFrequently: true });

  const read = (video: HTMLVideoElement): void => {
    if (!context || video.videoWidth === 0) return;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const bits = Array.from({ length: columns * rows }, (_, n) => {
      const [x, y] = [(n % columns) * cell + cell / 2, Math.floor(n / columns) * cell + cell / 2];
      return (context.getImageData(x, y, 1, 1).data[0] ?? 0) > 127 ? 1 : 0;
    });
    const number = (some: readonly number[]) => some.reduce((sum, bit) => sum * 2 + bit, 0);
    const [clock, check] = [number(bits.slice(0, 16)), number(bits.slice(16))];
    const sum = (clock + (clock >> 4) + (clock >> 8) + (clock >> 12) + 5) & 15;
    // Another picture, such as the slate.
    if (sum !== check) return;
    const now = Date.now();
    const late = (Math.floor(now / 10) - clock) & 65_535;
    window.benchGlass.push({ at: now, late: late * 10 });
  };

  setInterval(() => {
    for (const video of document.querySelectorAll('video')) if (!video.paused) read(video);
  }, 200);
}
