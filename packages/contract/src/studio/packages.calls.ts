import { z } from 'zod';
import { absent, instant, text } from '../call.ts';
import { instantInput } from '../times.ts';
import { studioCall } from './studio-call.ts';

/** The calls of the studio about packages and their prices. */

const tag = 'studio packages';
const PACKAGES = '/studio/api/packages';
const reason = text(500).trim().min(1);
const key = text(40).min(1);
const AMOUNT = { error: 'must be an amount in rand such as 5.00' };
const amount = z
  .string()
  .regex(/^[0-9]{1,6}(\.[0-9]{1,2})?$/, AMOUNT)
  .meta({ example: '5.00' });
const line = text(80)
  .trim()
  .refine((value) => !/\p{Cc}/u.test(value), {
    error: 'must be one line without control characters',
  });
const serviceKeys = z.record(text(60), text(200)).refine((keys) => Object.keys(keys).length <= 50, {
  error: 'must name at most 50 carriers',
});

const wantedPackage = z.strictObject({ key, name: line, words: absent(line), period: text(20) });

/** What a new price of a package leaves out stays as it is in the price before. */
const wantedPrice = z
  .strictObject({
    /** Including VAT. */
    amount,
    /** Absent: the rate of the day on which the price begins. */
    vat_percent: absent(z.number().min(0).max(100)),
    /** Free days, for a number that has not had any. Absent: as before, of a new package 1. */
    trial_days: absent(z.int().min(0).max(365)),
    /** Absent: as before, of a new package R200.00. */
    monthly_limit: absent(amount),
    /** How many charges take the price of one period. Absent: 1, and nothing else is lawful. */
    charges_per_period: absent(z.int().min(0).max(1000)),
    /** By carrier; one that is not named keeps its key, an empty key: it is not sold there. */
    service_keys: absent(serviceKeys),
    /** Whether new subscribers can choose the package. Absent: as before, of a new package yes. */
    offered: absent(z.boolean()),
    /** Absent: at once. */
    valid_from: absent(instantInput),
    /** What becomes of subscriptions at an earlier price. Absent: they are kept. */
    holders: absent(z.enum(['kept', 'asked_again'])),
  })
  .meta({ id: 'WantedPrice' });

const after = z.uuid().nullable().optional().meta({
  description:
    'The newest price that the caller saw, withdrawn ones aside, or null: where another is the newest by now, the call is refused as conflict',
});

const seenName = z.strictObject({ name: text(80), words: text(80) }).meta({
  description:
    'Name and line that the caller saw: where they are others by now, the call is refused as conflict',
});

const priceVersion = z
  .object({
    id: z.uuid(),
    amount: z.string(),
    vat_percent: z.number(),
    /** The VAT inside the amount. */
    vat: z.string(),
    trial_days: z.int(),
    monthly_limit: z.string(),
    /** The keys by carrier, those of the configuration included; without one it is not sold. */
    service_keys: z.record(z.string(), z.string()),
    offered: z.boolean(),
    valid_from: instant,
    /** When the next price begins; `null` for the newest. */
    valid_until: instant.nullable(),
    holders: z.enum(['kept', 'asked_again']),
    /**
     * Where holders are asked: when they begin to be told by message, how many were, and when all
     * were; `null` otherwise.
     */
    told: z
      .object({ from: instant, subscriptions: z.int(), done_at: instant.nullable() })
      .nullable(),
    state: z.enum(['past', 'valid', 'planned', 'withdrawn']),
    made_at: instant,
    made_by: z.string(),
    reason: z.string(),
    withdrawn: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  })
  .meta({ id: 'PriceVersion' });

const soldPackage = z
  .object({
    key: z.string(),
    name: z.string(),
    words: z.string(),
    period: z.enum(['day', 'week', 'month']),
    made_at: instant,
    made_by: z.string(),
    reason: z.string(),
    /** The newest first, withdrawn ones included. */
    prices: z.array(priceVersion),
  })
  .meta({ id: 'SoldPackage' });

export const packages = studioCall({
  id: 'studioPackages',
  method: 'GET',
  path: PACKAGES,
  tag,
  summary: 'The packages with all of their prices: past, valid, planned and withdrawn',
  needs: 'money:read',
  reply: z.object({
    now: instant,
    carriers: z.array(z.object({ id: z.string(), name: z.string() })),
    data: z.array(soldPackage),
  }),
});

/** For whoever gives titles windows by package; prices need another right. */
export const packageNames = studioCall({
  id: 'studioPackageNames',
  method: 'GET',
  path: '/studio/api/catalogue/packages',
  tag,
  summary: 'The keys and names of all packages, for windows by package',
  needs: 'catalogue:read',
  reply: z.object({ data: z.array(z.object({ key: z.string(), name: z.string() })) }),
});

export const makePackage = studioCall({
  id: 'studioMakePackage',
  method: 'POST',
  path: PACKAGES,
  tag,
  summary: 'Make a package with its first price',
  needs: 'brand:write',
  stepUp: true,
  body: z.strictObject({ package: wantedPackage, price: wantedPrice, reason }),
  reply: z.object({ package: soldPackage }),
  errors: ['invalid_request'],
});

export const changePrice = studioCall({
  id: 'studioChangePrice',
  method: 'POST',
  path: `${PACKAGES}/:key/prices`,
  tag,
  summary: 'Make a new price of a package, from now or a later instant on',
  needs: 'brand:write',
  stepUp: true,
  params: z.strictObject({ key }),
  body: z.strictObject({ price: wantedPrice, after, reason }),
  reply: z.object({ package: soldPackage }),
  errors: ['not_found', 'conflict'],
});

export const renamePackage = studioCall({
  id: 'studioRenamePackage',
  method: 'POST',
  path: `${PACKAGES}/:key/name`,
  tag,
  summary: 'Give a package another name and line from now on; consents keep what was shown',
  needs: 'brand:write',
  stepUp: true,
  params: z.strictObject({ key }),
  body: z.strictObject({ name: line, words: absent(line), seen: absent(seenName), reason }),
  reply: z.object({ package: soldPackage }),
  errors: ['not_found', 'conflict'],
});

export const withdrawPrice = studioCall({
  id: 'studioWithdrawPrice',
  method: 'POST',
  path: `${PACKAGES}/prices/:id/withdraw`,
  tag,
  summary: 'Withdraw a price that has not begun',
  needs: 'brand:write',
  stepUp: true,
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ reason }),
  reply: z.object({ package: soldPackage }),
  errors: ['not_found', 'conflict'],
});

export const previewPrice = studioCall({
  id: 'studioPreviewPrice',
  method: 'POST',
  path: `${PACKAGES}/preview`,
  tag,
  summary: 'What a price would break, show and concern, without making it',
  needs: 'brand:write',
  audited: false,
  body: z
    .strictObject({ package: absent(wantedPackage), key: absent(key), price: wantedPrice, after })
    .refine((body) => (body.package === undefined) !== (body.key === undefined), {
      path: ['key'],
      error: 'must name a package, or package must describe a new one',
    }),
  reply: z.object({
    /** The rules that it breaks, each at its field. */
    problems: z.array(z.object({ field: z.string(), code: z.string(), problem: z.string() })),
    /** What a viewer sees; `null` where it cannot be shown. */
    card: z
      .object({
        name: z.string(),
        about: z.string(),
        price: z.string(),
        service_period: z.enum(['day', 'week', 'month']),
        words: z.array(z.string()),
      })
      .nullable(),
    /** Running subscriptions of the package by the price that their owners agreed to. */
    holders: z.array(z.object({ amount: z.string(), subscriptions: z.int() })),
    /** How many of them the change concerns: those at another price. */
    concerned: z.int(),
    /** What the change does, in plain words. */
    consequence: z.string(),
  }),
  errors: ['not_found', 'conflict'],
});
