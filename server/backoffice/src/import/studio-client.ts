import { ImportError, ImportTargetAway } from './import-row.ts';

const ATTEMPTS = 5;

export interface StudioAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface StudioRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | undefined;
}

export interface StudioClientParts {
  readonly url: string;
  readonly key: string;
  readonly pause: (seconds: number) => Promise<void>;
}

export type AskStudio = ReturnType<typeof createStudioClient>;

/**
 * The studio of a running product. A request is sent again until there is an answer; `may`:
 * statuses that the caller understands. A limit of the product says how long to wait.
 */
export function createStudioClient({ url, key, pause }: StudioClientParts) {
  async function once({ path, body, headers, method }: StudioRequest): Promise<StudioAnswer> {
    const response = await fetch(new URL(path, url), {
      method,
      // A redirect would carry the key to another address.
      redirect: 'error',
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(body === undefined ? {} : { body: body as BodyInit }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  return async function ask(
    request: StudioRequest,
    may: readonly number[] = [],
  ): Promise<StudioAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await once(request).catch((error: unknown) => error as Error);
      const isLast = attempt === ATTEMPTS;
      let wait = attempt;
      if (answer instanceof Error) {
        if (isLast) throw new ImportTargetAway(`${url} does not answer`, answer);
      } else {
        if (answer.status < 300 || may.includes(answer.status)) return answer;
        if (answer.status !== 429 && answer.status < 500) throw new ImportError(refusalOf(answer));
        if (isLast) throw new ImportTargetAway(refusalOf(answer));
        wait = retryAfterOf(answer) ?? attempt;
      }
      await pause(wait);
    }
  };
}

/** Why a call was refused, in its own words where it gave some. */
export function refusalOf({ status, text }: StudioAnswer): string {
  const { description } = (jsonIn(text) ?? {}) as { description?: unknown };
  return description === undefined ? `refused (${status})` : String(description);
}

/** The seconds that a limit asks to wait. */
function retryAfterOf({ text }: StudioAnswer): number | undefined {
  const { retry_after: seconds } = (jsonIn(text) ?? {}) as { retry_after?: unknown };
  return typeof seconds === 'number' ? seconds : undefined;
}

/** The JSON of an answer; undefined for a page, which a proxy in between may answer. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
