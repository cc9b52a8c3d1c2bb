import { request } from 'undici';
import { z } from 'zod';
import type { LookUpCarrier } from './number-carrier.service.ts';

/** Somebody waits for it on the screen; without an answer the number range decides. */
const PATIENCE_MS = 1_500;

const answer = z.object({ carrier: z.string().min(1).max(64) });

/**
 * Asks the register of ported numbers over HTTP: `GET url/27821234567` answers `{"carrier":
 * "<id>"}`.
 * @param onAnswer told of each answer: `known`, or `silent` where none came that can be read.
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
      // Counted below: the operator sees it by the figures.
    }
    return undefined;
  };
  return async (msisdn) => {
    const carrierId = await ask(msisdn);
    onAnswer(carrierId === undefined ? 'silent' : 'known');
    return carrierId;
  };
}
