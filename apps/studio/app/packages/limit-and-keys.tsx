import { day } from '../design/time.ts';
import type { SoldPackage } from './price-form.ts';

type Price = SoldPackage['prices'][number];

/** A carrier that may sell packages. */
export interface Carrier {
  readonly id: string;
  readonly name: string;
}

interface LimitAndKeysProps {
  /** The newest first. */
  readonly prices: readonly Price[];
  readonly carriers: readonly Carrier[];
}

/**
 * The most that a price may come to in a month, and what each carrier calls it (without a key it
 * does not sell it): a line for each price that changes them. They stand below the table of prices,
 * which has no room for them on a tablet.
 */
export function LimitAndKeys({ prices, carriers }: LimitAndKeysProps) {
  const counted = prices.filter(({ state }) => state !== 'withdrawn');
  const isChanged = (price: Price, before: Price | undefined): boolean =>
    price.monthly_limit !== before?.monthly_limit ||
    carriers.some(({ id }) => price.service_keys[id] !== before.service_keys[id]);
  return (
    <section className="mt-4">
      <h3 className="text-small font-semibold text-muted">Monthly limit and service keys</h3>
      <ul>
        {counted
          .filter((price, at) => isChanged(price, counted[at + 1]))
          .map(({ id, valid_from, monthly_limit, service_keys }) => (
            <li key={id} className="mt-1 flex flex-wrap gap-x-5">
              <span>From {day(valid_from)}</span>
              <span>R{monthly_limit} a month at most</span>
              {carriers.map((carrier) => (
                <KeyOf key={carrier.id} name={carrier.name} serviceKey={service_keys[carrier.id]} />
              ))}
            </li>
          ))}
      </ul>
    </section>
  );
}

function KeyOf({ name, serviceKey }: { readonly name: string; readonly serviceKey?: string }) {
  return (
    <span className="min-w-0">
      {name}:{' '}
      {serviceKey ? (
        <code className="font-mono break-all">{serviceKey}</code>
      ) : (
        <span className="text-muted">not sold</span>
      )}
    </span>
  );
}
