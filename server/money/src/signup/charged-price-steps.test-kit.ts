import fc from 'fast-check';

export const PACKAGES = ['p-grtv-daily-c-01', 'p-grtv-weekly-c-01', 'p-grtv-monthly-c-01'] as const;
export const HOLDERS = 2;

/** What the operator, a holder, the carrier or time does; `who` and `at` are taken modulo. */
export type PriceStep =
  | { readonly do: 'wait'; readonly hours: number }
  | {
      readonly do: 'reprice';
      readonly at: number;
      readonly amount: number;
      /** Zero: at once; then nobody can be asked ahead. */
      readonly days: number;
      /** Whether it has a service key of its own; else it keeps the one before. */
      readonly ownKey: boolean;
    }
  | { readonly do: 'withdraw' }
  | { readonly do: 'deny'; readonly charges: number }
  | { readonly do: 'start' | 'stop' | 'accept' | 'keep'; readonly who: number; readonly at: number }
  | {
      readonly do: 'change';
      readonly who: number;
      readonly at: number;
      readonly atOnce: boolean;
    };

export type Reprice = Extract<PriceStep, { readonly do: 'reprice' }>;

const at = fc.nat(HOLDERS * PACKAGES.length - 1);
const who = fc.nat(HOLDERS - 1);
const step: fc.Arbitrary<PriceStep> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      hours: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 100, max: 800 })),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('reprice' as const),
      at,
      // Few: an amount that comes again may have another key by then.
      amount: fc.constantFrom(500, 700, 1000, 1200, 2500),
      days: fc.constantFrom(0, 3, 31, 31, 33),
      ownKey: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'withdraw' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('deny' as const), charges: fc.constantFrom(1, 2) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('start', 'stop', 'accept', 'accept', 'accept', 'keep'),
      who,
      at,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('change' as const), who, at, atOnce: fc.boolean() }),
  },
);

/** Sequences of about twenty steps, after both have subscribed. */
export const priceSteps = fc
  .tuple(at, at, fc.array(step, { minLength: 8, maxLength: 22 }))
  .map(([one, other, steps]): PriceStep[] => [
    { do: 'start', who: 0, at: one },
    { do: 'start', who: 1, at: other },
    ...steps,
  ]);

/** One sequence in which each kind of charge comes about, whatever the random ones have. */
export const EVERY_KIND: PriceStep[] = [
  { do: 'start', who: 0, at: 0 },
  { do: 'start', who: 1, at: 0 },
  // The same amount under another key, which is no charge's before it begins.
  { do: 'reprice', at: 0, amount: 500, days: 3, ownKey: true },
  { do: 'wait', hours: 30 },
  { do: 'reprice', at: 0, amount: 700, days: 31, ownKey: true },
  { do: 'wait', hours: 48 },
  { do: 'accept', who: 0, at: 0 },
  { do: 'wait', hours: 800 },
  { do: 'change', who: 1, at: 1, atOnce: true },
  { do: 'wait', hours: 60 },
  { do: 'change', who: 0, at: 1, atOnce: false },
  { do: 'deny', charges: 1 },
  { do: 'wait', hours: 60 },
  // While a charge was denied, another package and then the one that is held.
  { do: 'start', who: 1, at: 0 },
  { do: 'deny', charges: 2 },
  { do: 'wait', hours: 24 },
  { do: 'change', who: 1, at: 0, atOnce: false },
  { do: 'keep', who: 1, at: 0 },
  { do: 'wait', hours: 60 },
  { do: 'stop', who: 0, at: 0 },
  { do: 'start', who: 0, at: 0 },
  { do: 'reprice', at: 0, amount: 800, days: 31, ownKey: false },
  { do: 'wait', hours: 48 },
  { do: 'accept', who: 0, at: 0 },
  { do: 'withdraw' },
  { do: 'wait', hours: 800 },
];
