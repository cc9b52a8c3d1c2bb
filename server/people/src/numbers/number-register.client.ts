import { request } from 'undici';
import { z } from 'zod';
import type { LookUpCarrier } from './number-carrier.service.ts';

/** A person waits for the answer; without one the number range decides. */
const PATIENCE_MS = 1_500;

const answer = z.object({ carrier: z.string().min(1).max(64) });

/**
 * Asks the register of ported numbers over HTTP: `GET url/27821234567` answers `{"carrier":
 * "<id>"}`.
 * @param onAnswer called for each answer: `known`, or `silent` for a missing or unreadable one.
 */
export function createNumberRegister({
  url,
  token,
  onAnswer,
}: {
  url: string;
  token?: string | undefined;
  onAnswer: (answer: 'known' | 'silent') => void;
}): LookUpCarrier {
  const ask = async (msisdn: string): Promise<string | undefined> => {
    try {
      const { statusCode, body } = await request(`${url}/${msisdn}`, {
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (statusCode === 200) return answer.safeParse(await body.json()).data?.carrier;
      await body.dump();
    } catch {
      // The caller counts it: the operator sees it in the metrics.
    }
    return undefined;
  };
  return async (msisdn) => {
    const carrierId = await ask(msisdn);
    onAnswer(carrierId === undefined ? 'silent' : 'known');
    return carrierId;
  };
}
