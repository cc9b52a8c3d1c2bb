import type { Config } from '../config.ts';
import { keyedHash, sameText } from '../identity/tokens.ts';

/** Where the carrier reports a charge or a refund, and how its report proves that it comes from who was asked: the token names what it is about. */
export function createSinks(key: Buffer, config: Config) {
  const base = config.mode === 'production' ? config.publicUrl : `http://localhost:${config.port}`;
  const chargeOf = (token: string): string | undefined => {
    const [id, mac] = token.split('.');
    return id && mac && sameText(mac, keyedHash(key, id)) ? id : undefined;
  };
  const refundOf = (token: string): string | undefined => {
    const [kind, id, mac] = token.split('.');
    return kind === 'refund' && id && mac && sameText(mac, keyedHash(key, kind, id)) ? id : undefined;
  };
  const url = `${base}/carrier/events`;
  return {
    sinkFor: (chargeId: string) => ({ url, token: `${chargeId}.${keyedHash(key, chargeId)}` }),
    refundSinkFor: (refundId: string) => ({ url, token: `refund.${refundId}.${keyedHash(key, 'refund', refundId)}` }),
    chargeOf,
    refundOf,
  };
}
