// P1 P4: the owner of a number learns that a device was signed in with it.
import { MOST_DEVICE_NOTICES } from '@bonisa/domain/playback/device-sign-in';
import { askToSignIn, signInDevice } from '@bonisa/people/identity/devices/devices.test-kit';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
  type SignedInVisitor,
} from '@bonisa/viewers/viewer/viewer.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handsetSends, outboxOf, textsTo } from '../messaging/messages.test-kit.ts';

let product: ProductWithCatalogue;
beforeAll(async () => {
  product = await createProductWithCatalogue();
});
afterAll(() => product.close());

const NOTICE =
  'Bonisa: a device (television) was signed in with your number. Not you? Sign it out in My Account. Go to http://localhost:3000. Help: 0800 123 456';
const noticesTo = async ({ msisdn }: SignedInVisitor) => {
  await product.app.scheduler.runDue();
  return textsTo(product, msisdn).filter((text) => /was signed in/.test(text));
};
/** Signs every device of a number out, so that there is room for others. */
async function endDevices(viewer: SignedInVisitor): Promise<void> {
  const { body } = await viewer.call('devices');
  for (const { id, type } of body.devices as { id: string; type: string }[])
    if (type === 'device') await viewer.call('endDevice', { id });
}

describe('the notice of a device that was signed in', () => {
  it('names its app and how to end it, and nothing that the device says of itself', async () => {
    const viewer = await product.signedIn();
    // Late in the evening, too: it cannot wait for the morning.
    product.clock.by(14 * 3600);
    await signInDevice(product.site, viewer, { device_name: 'Call 0800 999 999 now' });
    expect(await noticesTo(viewer)).toEqual([NOTICE]);
  });

  it('is sent neither for a request that nobody approves, nor for a try or a refusal', async () => {
    const viewer = await product.signedIn();
    const { user_code } = await askToSignIn(product.site);
    await viewer.call('findDeviceRequest', { user_code });
    await viewer.call('answerDeviceRequest', { user_code: 'BBBB-BBBB', approve: true });
    await viewer.call('answerDeviceRequest', { user_code, approve: false });
    expect(await noticesTo(viewer)).toEqual([]);
  });

  it('is sent to the number of the session that approves, whatever number is sent along', async () => {
    const [viewer, victim] = [await product.signedIn(), await product.signedIn()];
    const { user_code } = await askToSignIn(product.site, { msisdn: victim.msisdn });
    const forged = { user_code, approve: true, msisdn: victim.msisdn };
    expect((await viewer.call('answerDeviceRequest', forged)).status).toBe(400);
    await viewer.call('answerDeviceRequest', { user_code, approve: true });
    expect(await noticesTo(victim)).toEqual([]);
    expect(await noticesTo(viewer)).toEqual([NOTICE]);
  });

  it('is sent a few times a day, however many devices are signed in and out', async () => {
    const viewer = await product.signedIn();
    for (let n = 0; n < MOST_DEVICE_NOTICES + 3; n++) {
      await signInDevice(product.site, viewer);
      await endDevices(viewer);
    }
    expect(await noticesTo(viewer)).toHaveLength(MOST_DEVICE_NOTICES);
    await product.advance(86_400);
    await signInDevice(product.site, viewer);
    expect(await noticesTo(viewer)).toHaveLength(MOST_DEVICE_NOTICES + 1);
    expect(await outboxOf(product, viewer.msisdn, 'device_signed_in')).toHaveLength(
      MOST_DEVICE_NOTICES + 1,
    );
  });

  it('is not sent to a number that wants no messages, which can sign nothing in', async () => {
    const viewer = await product.signedIn();
    await handsetSends(product, viewer.msisdn, 'STOP ALL');
    const { user_code } = await askToSignIn(product.site);
    await viewer.call('answerDeviceRequest', { user_code, approve: true });
    expect(await noticesTo(viewer)).toEqual([]);
  });
});
