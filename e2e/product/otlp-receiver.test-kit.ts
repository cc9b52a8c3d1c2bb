/** A collector for tests: it takes OTLP over HTTP as JSON, and keeps every span. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as OTLP's JSON has it, with its attributes as an object. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly failed: boolean;
  readonly facts: Readonly<Record<string, unknown>>;
}

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
}
interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'facts' | 'failed'> & {
        readonly attributes?: readonly { readonly key: string; readonly value: OtlpValue }[];
        readonly status?: { readonly code?: number };
      })[];
    }[];
  }[];
}

/** OTLP's code of a failed span. */
const FAILED = 2;

/** Starts a collector on a free port. `hang`: it takes connections and never answers. */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const requests: { path: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  let state: 'takes' | 'hangs' = 'takes';
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      if (state === 'hangs') return;
      requests.push({ path: request.url ?? '', headers: request.headers });
      bodies.push(body);
      spans.push(...spansOf(JSON.parse(body)));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** Everything that arrived, as text. */
    bodies,
    requests,
    hang: () => {
      state = 'hangs';
    },
    /** The span of a name with the given parent, in a trace. */
    find: (name: string, traceId?: string) =>
      spans.find((span) => span.name === name && (!traceId || span.traceId === traceId)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function spansOf({ resourceSpans }: OtlpBody): ReceivedSpan[] {
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ attributes = [], status, ...span }) => ({
      ...span,
      failed: status?.code === FAILED,
      facts: Object.fromEntries(
        attributes.map(({ key, value }) => [key, Object.values(value)[0] as unknown]),
      ),
    }));
}
