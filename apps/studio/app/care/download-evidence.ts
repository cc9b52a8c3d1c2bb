import type { ErrorBody } from '@bonisa/contract/errors';
import { careEvidence } from '@bonisa/contract/studio/care.calls';
import { StudioCallError } from '@bonisa/contract/studio/studio-client';
import { studio } from '../calls/studio.ts';

const FALLBACK_NAME = 'evidence.pdf';

/** Downloads the evidence of a number. The file's name is the server's; it has no number. */
export async function downloadEvidence(handle: string, reason: string): Promise<void> {
  const { csrf_token: token } = await studio.whoAmI();
  const response = await fetch(careEvidence.path, {
    method: careEvidence.method,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', 'x-csrf-token': token ?? '' },
    body: JSON.stringify({ handle, reason }),
  });
  if (!response.ok) {
    const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
    throw new StudioCallError(response.status, body);
  }
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = nameIn(response.headers.get('content-disposition'));
  link.click();
  // The browser has begun to read it by then; the memory is given back.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function nameIn(disposition: string | null): string {
  return /filename="([\w.-]+)"/.exec(disposition ?? '')?.[1] ?? FALLBACK_NAME;
}
