/** This machine's clock against others. */
import { MOST_SECONDS, type OtherClock, wordsFor } from '../platform/clock/clock-check.ts';
import { type Finding, findingsOf } from './finding.ts';

const { error, warning, ok } = findingsOf('clock');

/** @param seconds how far our clock is ahead. */
export function clockFinding(other: OtherClock, seconds: number, name: string = other): Finding {
  const [problem, remedy] = wordsFor(other, seconds).split(': ');
  const off = Math.abs(seconds);
  if (off <= MOST_SECONDS) return ok(name, `differs by ${off.toFixed(1)} s`);
  return (other === 'database' ? error : warning)(name, problem ?? '', remedy ?? '');
}
