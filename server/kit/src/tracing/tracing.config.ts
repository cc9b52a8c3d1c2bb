import { z } from 'zod';

/**
 * The environment variables of traces, as OpenTelemetry names them (OpenTelemetry specification,
 * 'Environment Variable Specification' and 'OTLP Exporter Configuration').
 */

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** One of OpenTelemetry's samplers. */
export type SamplerName = (typeof SAMPLERS)[number];

/** `name=value` pairs; values may be percent-encoded. */
const headers = z
  .string()
  .regex(
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]+=[^,=\s][^,\s]*(?:,[!#$%&'*+.^_`|~0-9A-Za-z-]+=[^,=\s][^,\s]*)*$/,
    {
      error: 'must be name=value pairs, separated by commas',
    },
  )
  .transform((text, context) => {
    try {
      return Object.fromEntries(
        text.split(',').map((pair) => {
          const at = pair.indexOf('=');
          return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))] as const;
        }),
      );
    } catch {
      context.addIssue({ code: 'custom', message: 'has a value with an unfinished % sequence' });
      return z.NEVER;
    }
  });

export const tracingConfigShape = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_SERVICE_NAME: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,60}$/, { error: 'must be a name of letters, digits, . _ and -' })
    .default('bonisa'),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, { error: `must be one of ${SAMPLERS.join(', ')}` })
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.[0-9]{1,6})?|1(?:\.0{1,6})?)$/, { error: 'must be a number from 0 to 1' })
    .transform(Number)
    .optional(),
};

/** Where traces are sent, and which. */
export interface TracingConfig {
  /** The collector's address for traces. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampler: SamplerName;
  /** The part of traces that a `traceidratio` sampler keeps, 0 to 1. */
  readonly ratio: number;
}

/** One trace in so many costs a busy service nothing that can be measured (docs/bench.md). */
const RATIO_OF_PRODUCTION = 0.05;

/**
 * The settings of traces; undefined: nothing is traced. Where no sampler is named, a demo keeps
 * every trace, and production one in twenty. A sampler that is named keeps what OpenTelemetry says
 * of it: without a ratio, all.
 */
export function tracingConfigOf(
  env: z.output<z.ZodObject<typeof tracingConfigShape>>,
  mode: 'demo' | 'production',
): TracingConfig | undefined {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const sampler = env.OTEL_TRACES_SAMPLER;
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: env.OTEL_SERVICE_NAME,
    sampler: sampler ?? (mode === 'demo' ? 'parentbased_always_on' : 'parentbased_traceidratio'),
    ratio: env.OTEL_TRACES_SAMPLER_ARG ?? (sampler ? 1 : RATIO_OF_PRODUCTION),
  };
}
