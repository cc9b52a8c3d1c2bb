/** Series of metrics by which the rules of `deploy/alerts.yaml` are tried. */

/** Values in promtool's notation (`1+2x3`: 1, 3, 5, 7), one each `STEP` of the case, by series. */
export type Series = Readonly<Record<string, string>>;

export interface AlertCase {
  readonly alert: string;
  /** The labels of the alert, without its name and severity. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Series that all three tests have besides. */
  readonly always?: Series;
  readonly broken: Series;
  readonly well: Series;
  /** Minutes after which the broken series have fired. */
  readonly after: number;
  /** A moment, in minutes, at which they have not yet: before `for` is over. */
  readonly notYet?: number;
  /** `weekly` cases have a value each five minutes instead of each 15 seconds. */
  readonly step?: 'weekly';
}

export const ME = 'job="bonisa",instance="pages:3001"';
export const OTHER = 'job="bonisa",instance="api:3001"';
export const here = { job: 'bonisa', instance: 'pages:3001' };
export const CARRIER = 'carrier="demo"';
export const demo = { carrier: 'demo' };
/** A value that stays; a counter that grows by so much each step. */
export const stays = (value: number): string => `${value}x500`;
export const grows = (by: number): string => `0+${by}x500`;
/** A counter that grows by one each so many steps, the first time after `first` of them. */
export const growsEach = (steps: number, first = steps): string =>
  Array.from({ length: Math.ceil(500 / steps) }, (_, times) =>
    times === 0 ? `0x${first - 1}` : `${times}x${steps - 1}`,
  ).join(' ');
