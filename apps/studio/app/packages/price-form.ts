import type {
  changePrice,
  makePackage,
  packages,
  previewPrice,
} from '@bonisa/contract/studio/packages.calls';
import type { StudioInputOf, StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { instantOfInput } from '../design/time.ts';

export type SoldPackage = StudioReplyOf<typeof packages>['data'][number];
type WantedPrice = StudioInputOf<typeof changePrice>['body']['price'];
type WantedPackage = StudioInputOf<typeof makePackage>['body']['package'];

/** The price that the one of a form follows: what the form leaves out stays as it is there. */
export type PriceBefore = Pick<
  SoldPackage['prices'][number],
  'id' | 'amount' | 'trial_days' | 'monthly_limit' | 'offered' | 'service_keys'
>;

/** The newest price that counts: a further one begins after it. `undefined`: there is none. */
export function priceBefore(sold: SoldPackage | undefined): PriceBefore | undefined {
  return sold?.prices.find(({ state }) => state !== 'withdrawn');
}

/** What a form says of a price. */
export function priceIn(form: FormData, before: PriceBefore | undefined): WantedPrice {
  const text = (name: string): string => String(form.get(name) ?? '').trim();
  const from = instantOfInput(text('valid_from'));
  const keys = serviceKeysIn(form, before?.service_keys ?? {});
  return {
    amount: text('amount'),
    ...(text('trial_days') === '' ? {} : { trial_days: Number(text('trial_days')) }),
    ...(text('monthly_limit') === '' ? {} : { monthly_limit: text('monthly_limit') }),
    offered: form.get('offered') !== null,
    ...(Object.keys(keys).length === 0 ? {} : { service_keys: keys }),
    ...(from ? { valid_from: from } : {}),
    ...(text('holders') === 'asked_again' ? { holders: 'asked_again' as const } : {}),
  };
}

/** The name of the field with a carrier's service key. */
export const serviceKeyField = (carrier: string): string => `service_keys.${carrier}`;

/**
 * The service keys that change, by carrier; empty: not sold there any more. A key that stays is
 * left out, so that one of the configuration goes on following it.
 */
function serviceKeysIn(
  form: FormData,
  before: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const prefix = serviceKeyField('');
  const changed = [...form].flatMap(([name, value]) => {
    const carrier = name.slice(prefix.length);
    const key = String(value).trim();
    return name.startsWith(prefix) && key !== (before[carrier] ?? '') ? [[carrier, key]] : [];
  });
  return Object.fromEntries(changed);
}

/** What a form says of a new package. */
export function packageIn(form: FormData): WantedPackage {
  const text = (name: string): string => String(form.get(name) ?? '').trim();
  const words = text('words');
  return {
    key: text('key'),
    name: text('name'),
    period: text('period'),
    ...(words === '' ? {} : { words }),
  };
}

/**
 * What a person decides about when a price is made: what is asked, and what the answer shows of it.
 * Not how many hold it, which changes by itself between two presses.
 */
export function decidedAbout(
  body: StudioInputOf<typeof previewPrice>['body'],
  found: StudioReplyOf<typeof previewPrice> | undefined,
): string {
  return JSON.stringify([body, found?.problems, found?.card]);
}
