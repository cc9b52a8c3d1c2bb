import { count } from './money.ts';

const MB = 1_000_000;
const GB = 1_000 * MB;

/** A size for people: `640 kB`, `12.4 MB`, `1.25 GB`. */
export function size(bytes: number): string {
  if (bytes < MB) return `${count(Math.max(1, Math.round(bytes / 1000)))} kB`;
  return bytes < GB ? `${(bytes / MB).toFixed(1)} MB` : `${(bytes / GB).toFixed(2)} GB`;
}

/** A duration for people: `1:02:03`, `4:05`. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? `${part}` : `${part}`.padStart(2, '0'))).join(':');
}

/** How long something will take: `about 20 seconds`, `about 4 minutes`. */
export function about(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(1, Math.round(seconds))} seconds`;
  return seconds < 5400
    ? `about ${Math.round(seconds / 60)} minutes`
    : `about ${Math.round(seconds / 3600)} hours`;
}
