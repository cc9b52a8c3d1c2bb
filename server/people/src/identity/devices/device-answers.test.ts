// P1 P4: an answer to a device's code that arrives twice.
import { USER_CODE_LIMITS } from '@bonisa/domain/playback/device-sign-in';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
  type SignedInVisitor,
} from '@bonisa/viewers/viewer/viewer.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askToSignIn, signInDevice } from './devices.test-kit.ts';

let product: ProductWithCatalogue;
beforeAll(async () => {
  product = await createProductWithCatalogue();
});
afterAll(() => product.close());

const answer = async (viewer: SignedInVisitor, user_code: string, approve = true) => {
  const { status, body } = await viewer.call('answerDeviceRequest', { user_code, approve });
  return status === 200 ? body.state : body.code;
};
const devicesOf = async (viewer: SignedInVisitor) => {
  const { devices } = (await viewer.call('devices')).body as {
    devices: { id: string; type: 'browser' | 'device' }[];
  };
  return devices.filter(({ type }) => type === 'device');
};

describe("a viewer's same answer again", () => {
  it('reads as the first one, and signs the device in once', async () => {
    const viewer = await product.signedIn();
    const { user_code } = await askToSignIn(product.site);
    const pressed = [answer(viewer, user_code), answer(viewer, user_code)];
    expect(await Promise.all(pressed)).toEqual(['approved', 'approved']);
    product.clock.by(60);
    expect(await answer(viewer, user_code)).toBe('approved');
    expect(await devicesOf(viewer)).toHaveLength(1);
    const refused = await askToSignIn(product.site);
    expect(await answer(viewer, refused.user_code, false)).toBe('refused');
    expect(await answer(viewer, refused.user_code, false)).toBe('refused');
  });

  it('reads as done after the device has fetched its tokens', async () => {
    const viewer = await product.signedIn();
    const { user_code } = await signInDevice(product.site, viewer);
    expect(await answer(viewer, user_code)).toBe('approved');
    expect(await devicesOf(viewer)).toHaveLength(1);
  });

  it('says nothing to another viewer, and changes no answer to its opposite', async () => {
    const [viewer, other] = [await product.signedIn(), await product.signedIn()];
    const approved = await askToSignIn(product.site);
    await answer(viewer, approved.user_code);
    expect(await answer(other, approved.user_code)).toBe('unknown');
    expect(await answer(viewer, approved.user_code, false)).toBe('unknown');
    const refused = await askToSignIn(product.site);
    await answer(viewer, refused.user_code, false);
    expect(await answer(other, refused.user_code, false)).toBe('unknown');
    expect(await answer(viewer, refused.user_code)).toBe('unknown');
  });

  it('is of no use where the device was signed out, or after the end of the code', async () => {
    const viewer = await product.signedIn();
    const ended = await signInDevice(product.site, viewer);
    await viewer.call('endDevice', { id: (await devicesOf(viewer))[0]?.id });
    expect(await answer(viewer, ended.user_code)).toBe('unknown');
    const late = await signInDevice(product.site, viewer);
    const refused = await askToSignIn(product.site);
    await answer(viewer, refused.user_code, false);
    product.clock.by(15 * 60);
    expect(await answer(viewer, late.user_code)).toBe('unknown');
    expect(await answer(viewer, refused.user_code, false)).toBe('unknown');
  });

  it('counts as a typed code', async () => {
    const viewer = await product.signedIn();
    product.clock.by(60 * 60);
    const { user_code } = await askToSignIn(product.site);
    for (let i = 0; i < USER_CODE_LIMITS.subscriber.max; i++)
      expect(await answer(viewer, user_code)).toBe('approved');
    expect(await answer(viewer, user_code)).toBe('too_many_requests');
  });
});
