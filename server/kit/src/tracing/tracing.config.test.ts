// Which traces are kept.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { tracingConfigOf, tracingConfigShape } from './tracing.config.ts';

function kept(variables: Record<string, string>, mode: 'demo' | 'production') {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
  const env = z.object(tracingConfigShape).parse({ OTEL_EXPORTER_OTLP_ENDPOINT, ...variables });
  const { sampler, ratio } = tracingConfigOf(env, mode) ?? {};
  return [sampler, ratio];
}

it('keeps every trace of a demo, one in twenty in production, and all by a named sampler', () => {
  expect(kept({}, 'demo')[0]).toBe('parentbased_always_on');
  expect(kept({}, 'production')).toEqual(['parentbased_traceidratio', 0.05]);
  const OTEL_TRACES_SAMPLER = 'traceidratio';
  expect(kept({ OTEL_TRACES_SAMPLER }, 'demo')).toEqual([OTEL_TRACES_SAMPLER, 1]);
  expect(kept({ OTEL_TRACES_SAMPLER }, 'production')).toEqual([OTEL_TRACES_SAMPLER, 1]);
  expect(kept({ OTEL_TRACES_SAMPLER_ARG: '0.5' }, 'production')).toEqual([
    'parentbased_traceidratio',
    0.5,
  ]);
});
