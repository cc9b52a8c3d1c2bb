import { formatRand } from '@bonisa/domain/money/rand';
import { isFirstDayFree, useSite } from '../brand.ts';
import { say } from '../words/words.ts';
import { periodWords } from './visitor-pitch.ts';

/**
 * The prices, for viewers without a subscription. CSS hides it where the hint says that a viewer is
 * signed in.
 */
export function PricePanel() {
  const { brand, packages } = useSite();
  return (
    <section className="visitor-only sheet mt-5" aria-labelledby="price-panel">
      <h2 id="price-panel" className="text-heading">
        {say('price.heading', { service: brand.name })}
      </h2>
      <p className="mt-1.5 text-body">
        {isFirstDayFree(packages) ? `${say('price.trial')} ` : ''}
        {say('price.stop')}
      </p>
      <ul className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(5.25rem,1fr))] gap-2">
        {packages.map((offer) => (
          <li key={offer.id} className="price">
            <span className="price-amount">R{formatRand(offer.price)}</span>
            <span className="block text-small">{periodWords(offer.period)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-small text-quiet">{say('price.network')}</p>
    </section>
  );
}
