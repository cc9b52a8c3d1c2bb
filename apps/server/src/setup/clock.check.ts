/** This machine's clock against others. */
import {
  type OtherClock,
  REFUSED_SECONDS,
  WARNING_SECONDS,
  wordsFor,
} from '../platform/clock/clock-check.ts';
import { type Finding, findingsOf } from './finding.ts';

const { error, warning, ok } = findingsOf('clock');

/** @param seconds how far our clock is ahead. */
export function clockFinding(other: OtherClock, seconds: number, name: string = other): Finding {
  const [problem, remedy] = wordsFor(other, seconds).split(': ');
  const off = Math.abs(seconds);
  if (off > REFUSED_SECONDS) return error(name, problem ?? '', remedy ?? '');
  if (off > WARNING_SECONDS) return warning(name, problem ?? '', remedy ?? '');
  return ok(name, `differs by ${off.toFixed(1)} s`);
}
