import type { Catalogue } from '@bonisa/content/catalogue';
import type { firstSteps, serviceState } from '@bonisa/contract/studio/service.calls';
import type { brandConfigOf } from '@bonisa/kit/brand/brand.config';
import { brandStateOf } from '@bonisa/kit/brand/brand-state';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Packages } from '@bonisa/money/packages/packages';
import type { z } from 'zod';

type State = z.output<(typeof serviceState)['reply']>;
type Problem = State['problems'][number];
type Step = z.output<(typeof firstSteps)['reply']>['steps'][number];

export interface FirstStepsParts {
  readonly config: { readonly brand: ReturnType<typeof brandConfigOf> };
  readonly catalogue: {
    readonly service: Pick<Catalogue['service'], 'isOpenForSale'>;
    readonly reading: Pick<Catalogue['reading'], 'shelves'>;
  };
  readonly packages: { readonly sold: Pick<Packages['sold'], 'offered'> };
  readonly clock: Clock;
}

/** What is missing before the first sale besides a carrier, which has problems of its own. */
const NEEDED = {
  film: 'there is nothing to watch. Publish a video or an episode whose film is ready, or a live channel with programmes.',
  price:
    'no package is offered. Give one a price and the service key that the carrier has issued for it.',
} as const;

/** The steps of a new service up to its first sale, each with whether the data says it is done. */
export async function firstStepsOf(
  { config, catalogue, packages, clock }: FirstStepsParts,
  carriers: readonly Pick<State['carriers'][number], 'state' | 'takes_signups'>[],
): Promise<Step[]> {
  const [film, shelves] = await Promise.all([
    catalogue.service.isOpenForSale(),
    catalogue.reading.shelves(null, clock.now()),
  ]);
  const price = packages.sold.offered().length > 0;
  const carrier = carriers.some((one) => one.takes_signups && one.state === 'works');
  const done: Readonly<Record<Step['step'], boolean>> = {
    // A folder is there from the installation on: the logo is what nobody else can give.
    brand: brandStateOf(config.brand).parts.some(({ part, own }) => part === 'logo' && own),
    film,
    shelf: shelves.length > 0,
    price,
    carrier,
    sale: film && price && carrier,
  };
  return Object.entries(done).map(([step, isDone]) => ({
    step: step as Step['step'],
    done: isDone,
  }));
}

/** The steps without which nobody can subscribe, as problems of the service. */
export function saleProblems(steps: readonly Step[]): Problem[] {
  return steps.flatMap(({ step, done }): Problem[] =>
    done || !(step === 'film' || step === 'price')
      ? []
      : [
          {
            area: 'sale',
            subject: 'subscriptions',
            words: `Nobody can subscribe, because ${NEEDED[step]}`,
            since: null,
          },
        ],
  );
}
