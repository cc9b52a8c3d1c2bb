import type { changePrice, makePackage } from '@bonisa/contract/studio/packages.calls';
import type { StudioInputOf } from '@bonisa/contract/studio/studio-client';
import { instantOfInput } from '../design/time.ts';

type WantedPrice = StudioInputOf<typeof changePrice>['body']['price'];
type WantedPackage = StudioInputOf<typeof makePackage>['body']['package'];

/** What a form says of a price; an empty field keeps the usual. */
export function priceIn(form: FormData): WantedPrice {
  const text = (name: string): string => String(form.get(name) ?? '').trim();
  const from = instantOfInput(text('valid_from'));
  const keys = serviceKeysIn(form);
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

/** The service keys by carrier; an empty field keeps the one of the configuration. */
function serviceKeysIn(form: FormData): Readonly<Record<string, string>> {
  const prefix = serviceKeyField('');
  const given = [...form].flatMap(([name, value]) => {
    const key = String(value).trim();
    return name.startsWith(prefix) && key !== '' ? [[name.slice(prefix.length), key]] : [];
  });
  return Object.fromEntries(given);
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
