import { say } from '../words/words.ts';
import type { Holding } from './account-words.ts';

/**
 * Ways to buy airtime at the viewer's carrier: its dial code, its page or app; nothing where
 * neither is known.
 */
export function RechargeLinks({ recharge }: { recharge: Holding['recharge'] | undefined }) {
  const { code, url } = recharge ?? {};
  return (
    <>
      {code ? (
        <a href={`tel:${code.replace('#', '%23')}`} className="text-link py-3 whitespace-nowrap">
          {say('payment.dial', { code })}
        </a>
      ) : null}{' '}
      {url ? (
        <a href={url} className="text-link py-3 whitespace-nowrap">
          {say('payment.recharge')}
        </a>
      ) : null}
    </>
  );
}
