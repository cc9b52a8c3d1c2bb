import type { Clock } from '../platform/clock.ts';
import type { Measure } from '../platform/http/operations-listener.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Pace } from './pace.ts';
import type { Stops } from './stops.ts';

export interface CarrierMeasureDependencies {
  readonly pace: Pick<Pace, 'resumesAt' | 'reading'>;
  readonly stops: Pick<Stops, 'stopped'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** Measures the carrier's pace, its pauses, and the operations that it refuses. */
export function createCarrierMeasure(dependencies: CarrierMeasureDependencies): Measure {
  const { pace, stops, clock, metrics } = dependencies;
  return async () => {
    const [resumes, reading, stopped] = await Promise.all([
      pace.resumesAt(),
      pace.reading(),
      stops.stopped(),
    ]);
    metrics.carrierMisconfigured.reset();
    for (const { operation } of stopped) metrics.carrierMisconfigured.set({ operation }, 1);
    metrics.paceLimit.set(reading.perSecond ?? Number.POSITIVE_INFINITY);
    metrics.paceSlots.set(reading.inFlight);
    metrics.paceInFlight.set(reading.held);
    metrics.paceAhead.set(reading.aheadSeconds);
    const pauseMs = resumes ? resumes.getTime() - clock.now().getTime() : 0;
    metrics.carrierPaused.set(Math.max(0, pauseMs / 1000));
  };
}
