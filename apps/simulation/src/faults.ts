/**
 * What can go wrong, by name: `--faults all`, `--faults none`, or some of them separated by commas.
 *
 * Of the carrier: `error` (5xx, done or not), `timeout-before` (nothing was done), `timeout-after`
 * (it was done), `stray` (a lost request is done later, seconds or hours after), `slow` (the
 * outcome comes later, sometimes days), `rate` (429), `refused` (no connection), `outage` (all of
 * it for a while), `unreadable` (an answer that is none), `notices` (late, doubled, early and lost
 * notifications), `list` (wrong entries in the list that is reconciled), `lookup` (a look-up
 * fails), `refund` (all of these for refunds), `message` (all of these for messages), `limit` (a
 * spending limit). Of people: `airtime` (comes and goes, with and without the event), `stop` (STOP
 * and STOP ALL, also while a charge is in flight), `leave` (cancelling, coming back), `change`
 * (another package), `agent` (refunds by an agent), `block` (content block), `recycle` (a number
 * goes to somebody else), `forget` (has everything removed), `gaming` (some want to watch for what
 * grace and changes give away), `stretch` (codes are used for more than their message said),
 * `guess` (somebody tries codes).
 */
export const FAULTS = [
  'error',
  'timeout-before',
  'timeout-after',
  'stray',
  'slow',
  'rate',
  'refused',
  'outage',
  'unreadable',
  'notices',
  'list',
  'lookup',
  'refund',
  'message',
  'limit',
  'airtime',
  'stop',
  'leave',
  'change',
  'agent',
  'block',
  'recycle',
  'forget',
  'gaming',
  'stretch',
  'guess',
] as const;

export type Fault = (typeof FAULTS)[number];

/** Reads the option. Throws a RangeError for a name that is none. */
export function readFaults(text: string): ReadonlySet<Fault> {
  if (text === 'all') return new Set(FAULTS);
  if (text === 'none') return new Set();
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) {
    if (!(FAULTS as readonly string[]).includes(name))
      throw new RangeError(`no such fault: ${name} (there are: ${FAULTS.join(', ')})`);
  }
  return new Set(names as Fault[]);
}
