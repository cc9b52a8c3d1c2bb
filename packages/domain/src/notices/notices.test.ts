// B1, S3: each notice fits one short message and is sent by day, spread over time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, PACKAGES } from '../packages/package-catalogue.ts';
import { hourOf } from '../south-african-time.ts';
import { isAnswer, noticeTime, noticeTimeBefore, staleAt } from './notice-time.ts';
import { type Notice, type NoticeKind, type NoticeTerms, noticeText } from './notices.ts';
import { fitsOneMessage, septetsOf } from './short-message.ts';

const BONISA: NoticeTerms = {
  service: 'Bonisa',
  supportNumber: '0800 123 456',
  publicUrl: 'https://bonisa.example',
};
const AT = new Date('2026-11-21T08:00:00Z');

const anyTime = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2030-12-31T00:00:00Z'),
  noInvalidDate: true,
});
const anyPackage = fc.constantFrom(...PACKAGES);
const anyAmount = fc.integer({ min: 1, max: 2500 });

/** One notice of each kind with every possible value. */
const NOTICES: { readonly [Kind in NoticeKind]: fc.Arbitrary<Extract<Notice, { kind: Kind }>> } = {
  welcome: fc.record({ kind: fc.constant('welcome'), package: anyPackage, trial: fc.boolean() }),
  trial_ends: fc.record({ kind: fc.constant('trial_ends'), package: anyPackage, until: anyTime }),
  receipt: fc.record({
    kind: fc.constant('receipt'),
    package: anyPackage,
    amount: anyAmount,
    until: anyTime,
  }),
  reminder: fc.record({ kind: fc.constant('reminder'), package: anyPackage }),
  not_paid: fc.record({ kind: fc.constant('not_paid'), package: anyPackage, servedUntil: anyTime }),
  parked: fc.record(
    {
      kind: fc.constant('parked'),
      package: anyPackage,
      limit: fc.record({ taken: fc.integer({ min: 1, max: 200_00 }), until: anyTime }),
    },
    { requiredKeys: ['kind', 'package'] },
  ),
  goodbye: fc.record(
    { kind: fc.constant('goodbye'), servedUntil: anyTime, inFlight: fc.boolean() },
    { requiredKeys: ['kind'] },
  ),
  ended: fc.record({
    kind: fc.constant('ended'),
    package: anyPackage,
    why: fc.constantFrom('not_paid', 'not_allowed'),
  }),
  refund: fc.record({ kind: fc.constant('refund'), amount: anyAmount }),
  sign_in_tries: fc.record({ kind: fc.constant('sign_in_tries') }),
  device_signed_in: fc.record({
    kind: fc.constant('device_signed_in'),
    client: fc.string({
      unit: fc.constantFrom(...'abcdefghijklmnqrsuvwxyz0123456789.-'),
      minLength: 1,
      maxLength: 50,
    }),
  }),
  package_changed: fc.record({
    kind: fc.constant('package_changed'),
    package: anyPackage,
    from: anyTime,
  }),
  price_offered: fc.record({
    kind: fc.constant('price_offered'),
    package: anyPackage,
    held: anyAmount,
    from: anyTime,
  }),
  help: fc.record({ kind: fc.constant('help'), package: anyPackage }, { requiredKeys: ['kind'] }),
  stop_asked: fc.record({ kind: fc.constant('stop_asked') }),
  start: fc.record({ kind: fc.constant('start') }),
  blocked: fc.record({ kind: fc.constant('blocked') }),
  not_subscribed: fc.record({ kind: fc.constant('not_subscribed') }),
};
const KINDS = Object.keys(NOTICES) as NoticeKind[];
/** Kinds that answer a request or are urgent. */
const AT_ONCE: readonly NoticeKind[] = [
  'welcome',
  'goodbye',
  'sign_in_tries',
  'device_signed_in',
  'package_changed',
  'help',
  'stop_asked',
  'start',
  'blocked',
  'not_subscribed',
];
const anyNotice: fc.Arbitrary<Notice> = fc.oneof(
  ...(Object.values(NOTICES) as fc.Arbitrary<Notice>[]),
);

/**
 * The configuration allows these characters: each costs one septet, and none forms a word that is
 * reserved for codes.
 */
const inMessages = fc.constantFrom(
  ...'ABCDEFGHIJKLMNQRSUVWXYZabcdefghijklmnqrsuvwxyz0123456789 !"#%&\'()*+,-./:;<=>?',
);
const anyTerms: fc.Arbitrary<NoticeTerms> = fc.record({
  service: fc.oneof(
    fc.string({ unit: inMessages, minLength: 1, maxLength: 20 }),
    fc.string({ unit: inMessages, minLength: 20, maxLength: 20 }),
  ),
  supportNumber: fc.oneof(
    fc.string({ unit: inMessages, minLength: 3, maxLength: 16 }),
    fc.string({ unit: inMessages, minLength: 16, maxLength: 16 }),
  ),
  publicUrl: fc.oneof(
    fc.webUrl(),
    fc.constant('http://[2001:db8::1]:3000'),
    fc.integer({ min: 1, max: 300 }).map((length) => `https://${'a'.repeat(length)}`),
  ),
});

const words = (notice: Notice, terms = BONISA) => noticeText(notice, terms);

describe('the text of a message', () => {
  it.each(KINDS)(
    'fits %s into one short message with any brand, package and time, and never says OTP',
    (kind) => {
      fc.assert(
        fc.property(NOTICES[kind] as fc.Arbitrary<Notice>, anyTerms, (notice, terms) => {
          const text = noticeText(notice, terms);
          expect(fitsOneMessage(text), `${septetsOf(text)}: ${text}`).toBe(true);
          expect(text.replaceAll(terms.publicUrl, '')).not.toMatch(/otp/i);
          expect(text).toContain(terms.service);
          expect(text.endsWith(`Help: ${terms.supportNumber}`)).toBe(true);
        }),
      );
    },
  );

  it('states price, VAT and how to stop wherever money is or will be taken', () => {
    for (const one of PACKAGES) {
      const price = `R${one.price / 100}.00`;
      const taking: Notice[] = [
        { kind: 'welcome', package: one, trial: true },
        { kind: 'welcome', package: one, trial: false },
        { kind: 'trial_ends', package: one, until: AT },
        { kind: 'reminder', package: one },
        { kind: 'parked', package: one },
        { kind: 'package_changed', package: one, from: AT },
        { kind: 'price_offered', package: one, held: 400, from: AT },
        { kind: 'help', package: one },
      ];
      for (const notice of taking) {
        expect(words(notice)).toContain(`${price}/${one.period} incl VAT`);
        expect(words(notice)).toContain('To stop reply STOP.');
      }
      for (const notice of [
        { kind: 'receipt', package: one, amount: one.price, until: AT },
        { kind: 'not_paid', package: one, servedUntil: AT },
      ] as const) {
        expect(words(notice)).toContain(price);
        expect(words(notice)).toContain('To stop reply STOP.');
      }
    }
  });

  it('reads as a person would write it', () => {
    const [daily, weekly] = PACKAGES as [(typeof PACKAGES)[0], (typeof PACKAGES)[0]];
    expect(words({ kind: 'welcome', package: daily, trial: true })).toBe(
      'Welcome to Bonisa Daily video. You are subscribed. First day free, then R5.00/day incl VAT. To stop reply STOP. Watch: bonisa.example. Help: 0800 123 456',
    );
    expect(words({ kind: 'trial_ends', package: daily, until: AT })).toBe(
      'Bonisa Daily: your free day ends 21 Nov 10:00. Then R5.00/day incl VAT is taken from your airtime. To stop reply STOP. Help: 0800 123 456',
    );
    expect(words({ kind: 'receipt', package: weekly, amount: 1000, until: AT })).toBe(
      'Bonisa Weekly: thank you, R10.00 incl VAT was taken from your airtime. Paid until 21 Nov 10:00. To stop reply STOP. Help: 0800 123 456',
    );
    expect(words({ kind: 'not_paid', package: daily, servedUntil: AT })).toBe(
      'Bonisa Daily: we could not take R5.00. We try again; please recharge. Watch until 21 Nov 10:00. To stop reply STOP. Help: 0800 123 456',
    );
    expect(words({ kind: 'goodbye', servedUntil: AT, inFlight: true })).toBe(
      'You have been unsubscribed from Bonisa. Nothing more is taken; a payment under way is returned. Watch until 21 Nov 10:00. Help: 0800 123 456',
    );
    expect(words({ kind: 'start' })).toBe(
      'Bonisa: nothing starts by a message alone. To subscribe use our page. Go to https://bonisa.example. Help: 0800 123 456',
    );
  });

  it('states times in South African time', () => {
    fc.assert(
      fc.property(anyTime, (until) => {
        const said = /until (.+?)\. To stop/.exec(
          words({
            kind: 'receipt',
            package: PACKAGES[1] as (typeof PACKAGES)[0],
            amount: 1000,
            until,
          }),
        )?.[1];
        const there = new Intl.DateTimeFormat('en-GB', {
          timeZone: 'Africa/Johannesburg',
          day: 'numeric',
          month: 'short',
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        }).formatToParts(until);
        const part = (type: string) => there.find((one) => one.type === type)?.value;
        expect(said).toBe(
          `${part('day')} ${part('month')?.slice(0, 3)} ${part('hour')}:${part('minute')}`,
        );
      }),
    );
  });

  it('counts the cost of a character in the GSM alphabet', () => {
    expect(septetsOf('R5.00 £@é\n')).toBe(10);
    expect(septetsOf('[a]')).toBe(5);
    for (const foreign of ['10:00\u202fpm', '\u00a0', 'ç', '`', '😀', '–'])
      expect(septetsOf(foreign)).toBeUndefined();
    expect(fitsOneMessage('x'.repeat(160))).toBe(true);
    expect(fitsOneMessage(`${'x'.repeat(159)}€`)).toBe(false);
  });
});

describe('the time of sending', () => {
  const key = fc.string({ minLength: 0, maxLength: 11 });

  it('is at once for answers, and between 08:00 and 20:00 for every other notice, never before the notice is ready', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), anyTime, key, (kind, at, about) => {
        const time = noticeTime(kind, at, about);
        if (AT_ONCE.includes(kind)) {
          expect(time).toEqual(at);
          return;
        }
        expect(time >= at).toBe(true);
        expect(time.getTime() - at.getTime()).toBeLessThan(12.5 * 3_600_000);
        expect([hourOf(time) >= 8, hourOf(time) < 20]).toEqual([true, true]);
        // A time that is allowed already does not move again.
        expect(noticeTime(kind, time, 'another')).toEqual(time);
        if (hourOf(at) >= 8 && hourOf(at) < 20) expect(time).toEqual(at);
      }),
    );
  });

  it('is at once only for the listed kinds', () => {
    const night = new Date('2026-11-21T01:00:00Z');
    expect(KINDS.filter((kind) => noticeTime(kind, night).getTime() === night.getTime())).toEqual(
      AT_ONCE,
    );
    expect(KINDS.filter(isAnswer)).toEqual([
      'goodbye',
      'help',
      'stop_asked',
      'start',
      'blocked',
      'not_subscribed',
    ]);
  });

  it('is spread over half an hour for notices that wait for the morning or must precede the night', () => {
    const night = new Date('2026-11-20T23:00:00Z');
    const minutesOf = (times: Date[]): number[] => {
      const minutes = new Array<number>(30).fill(0);
      for (const time of times) {
        const minute = time.getUTCMinutes() % 30;
        minutes[minute] = (minutes[minute] ?? 0) + 1;
      }
      return minutes;
    };
    const numbers = Array.from({ length: 30_000 }, (_, index) => `2782${1_000_000 + index}`);
    const mornings = numbers.map((number) => noticeTime('reminder', night, number));
    const evenings = numbers.map((number) => noticeTimeBefore(night, number));
    for (const minutes of [minutesOf(mornings), minutesOf(evenings)]) {
      expect(Math.min(...minutes)).toBeGreaterThan(700);
      expect(Math.max(...minutes)).toBeLessThan(1300);
    }
    expect(noticeTime('reminder', night, '27821000000')).toEqual(mornings[0]);
  });

  it('moves earlier, never later, for a notice that must precede an event', () => {
    fc.assert(
      fc.property(anyTime, key, (at, about) => {
        const time = noticeTimeBefore(at, about);
        expect(time <= at).toBe(true);
        expect(at.getTime() - time.getTime()).toBeLessThan(12.5 * 3_600_000);
        expect([hourOf(time) >= 8, hourOf(time) < 20]).toEqual([true, true]);
        expect(noticeTime('trial_ends', time)).toEqual(time);
      }),
    );
  });

  it('lies before the notice becomes stale', () => {
    expect(staleAt('trial_ends', AT)).toEqual(new Date(AT.getTime() + DAY_MS));
    expect(staleAt('not_paid', AT)).toEqual(new Date(AT.getTime() + 3 * DAY_MS));
    for (const kind of [
      'welcome',
      'goodbye',
      'ended',
      'receipt',
      'refund',
      'reminder',
      'blocked',
    ] as const)
      expect(staleAt(kind, AT)).toBeNull();
    fc.assert(
      fc.property(
        anyNotice,
        anyTime,
        ({ kind }, at) => (staleAt(kind, at) ?? new Date(at.getTime() + 1)) > at,
      ),
    );
  });
});
