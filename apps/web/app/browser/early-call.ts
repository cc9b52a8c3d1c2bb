import { CLIENT_HEADERS, platformOf } from '@bonisa/contract/client';

/** An answer as the inline scripts read it; `body` only of a 200. */
export interface EarlyAnswer<Body> {
  readonly status: number;
  readonly body: Body | undefined;
}

/** Makes a call and leaves its answer to be read. */
export function postCall(path: string, body: object): Promise<Response> {
  const { width, height } = screen;
  return fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: {
      ...CLIENT_HEADERS,
      'x-platform': platformOf({ touch: navigator.maxTouchPoints > 0, width, height }),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
}

/**
 * Makes a call from an inline script, which the client of the pages (`browser/api.ts`) would make
 * twice as long.
 */
export async function earlyCall<Body>(path: string, body: object): Promise<EarlyAnswer<Body>> {
  const response = await postCall(path, body);
  const { ok, status } = response;
  try {
    const reply = await response.json();
    return { status, body: ok ? reply : undefined };
  } catch {
    // A reply that cannot be read is a failure of the server, whatever its status says.
    return { status: ok ? 502 : status, body: undefined };
  }
}
