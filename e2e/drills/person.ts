// One person with a browser and a handset, for what a drill does by name.
import { createBrowser } from '../product/process.test-kit.ts';
import type { Fleet } from './fleet.ts';

export type Person = Awaited<ReturnType<typeof subscribePerson>>;

/** Somebody who has just subscribed. Throws where the product refuses. */
export async function subscribePerson(
  { url, carrier, headers }: Pick<Fleet, 'url' | 'carrier'> & { headers?: Record<string, string> },
  msisdn: string,
  /** Another attempt of the same number has another name. */
  attempt = 'person',
) {
  const browser = createBrowser(url, headers);
  const sim = createBrowser(carrier.url);
  const about = { transaction_id: `${attempt}-${msisdn}`, msisdn, service_key: 'demo-daily' };
  const asked = await browser.call('POST', '/api/auth/status_check', about);
  const { body } = await sim.call('GET', `/sim/handsets/${msisdn}/messages`);
  const text = (body as { text: string }[]).find((message) => message.text.includes('OTP'))?.text;
  const otp = /\b\d{4}\b/.exec(text ?? '')?.[0];
  const answer = await browser.subscribe({ ...about, otp, to_cancel: 'no' });
  if (answer.body?.status !== 'success')
    throw new Error(`not subscribed: ${JSON.stringify([asked.body, answer.body])}`);

  const press = async (path: string, sent: unknown = {}) => {
    const { csrfToken } = (await browser.call('GET', '/api/csrf-token')).body;
    const pressed = await browser.call('POST', path, sent, { 'x-csrf-token': csrfToken });
    if (pressed.status >= 400)
      throw new Error(`${path}: ${pressed.status} ${JSON.stringify(pressed.body)}`);
    return pressed.body;
  };
  const play = async () => (await browser.call('POST', '/api/play', { video: 'isibane' })).body;
  return {
    msisdn,
    browser,
    /** The answer to a play. */
    play,
    unsubscribe: () => press('/api/subscribe/unsubscribe'),
    removeData: () => press('/api/account/delete', { confirm: 'delete' }),
    isEntitled: async (): Promise<boolean> => (await play()).entitled !== false,
    /** The address below which the files of the video are. */
    files: async (): Promise<string> => {
      const { body } = await browser.call('POST', '/api/play', { video: 'isibane' });
      return new URL(body.media.parts[0].base, url).href;
    },
    /** Sends a message to the service number; returns its id at the carrier. */
    text: async (words: string): Promise<{ id: string; text: string }> => {
      const sent = await sim.call('POST', `/sim/handsets/${msisdn}/messages`, { text: words });
      if (sent.status !== 201) throw new Error(`not sent: ${JSON.stringify(sent.body)}`);
      return sent.body;
    },
    /** The carrier delivers a message again, as an operator asks for after a restore. */
    deliverAgain: async ({ id, text: words }: { id: string; text: string }): Promise<number> =>
      (
        await createBrowser(url).call(
          'POST',
          '/carrier/messages',
          { id, at: new Date().toISOString(), from: `+${msisdn}`, text: words },
          { authorization: `Bearer ${carrier.variables.CARRIER_INBOUND_TOKEN}` },
        )
      ).status,
  };
}
