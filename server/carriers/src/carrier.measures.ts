import type { Clock } from '@bonisa/kit/clock/clock';
import type { Measure } from '@bonisa/kit/http/operations-measures';
import type { Metrics } from '@bonisa/kit/metrics';
import type { CarrierRegistry, ConnectedCarrier } from './registry.ts';

export interface CarrierMeasureDependencies {
  readonly carriers: Pick<CarrierRegistry, 'all'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** Measures each carrier's pace, its pauses, and the operations that it refuses. */
export function createCarrierMeasure({
  carriers,
  clock,
  metrics,
}: CarrierMeasureDependencies): Measure {
  const measure = async ({ terms, pace, stops }: ConnectedCarrier): Promise<void> => {
    const carrier = terms.id;
    const [resumes, reading, stopped] = await Promise.all([
      pace.resumesAt(),
      pace.reading(),
      stops.stopped(),
    ]);
    for (const { operation } of stopped)
      metrics.carrierMisconfigured.set({ carrier, operation }, 1);
    metrics.paceLimit.set({ carrier }, reading.perSecond ?? Number.POSITIVE_INFINITY);
    metrics.paceSlots.set({ carrier }, reading.inFlight);
    metrics.paceInFlight.set({ carrier }, reading.held);
    metrics.paceAhead.set({ carrier }, reading.aheadSeconds);
    const pauseMs = resumes ? resumes.getTime() - clock.now().getTime() : 0;
    metrics.carrierPaused.set({ carrier }, Math.max(0, pauseMs / 1000));
  };
  return async () => {
    metrics.carrierMisconfigured.reset();
    await Promise.all(carriers.all.map(measure));
  };
}
