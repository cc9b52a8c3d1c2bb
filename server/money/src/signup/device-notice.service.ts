import { MOST_DEVICE_NOTICES } from '@bonisa/domain/playback/device-sign-in';
import { dayOf } from '@bonisa/domain/south-african-time';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { DeviceSignedIn } from '@bonisa/people/identity/devices/device-sign-in.service';
import type { Notices } from '../messaging/notices.ts';

export interface DeviceNoticeDependencies {
  readonly notices: Pick<Notices, 'enqueue'>;
  readonly clock: Clock;
}

/**
 * Sends a number a notice of a device that was signed in with it, in the transaction of its
 * approval and at most `MOST_DEVICE_NOTICES` times a South African day. Only a session of the
 * number approves a device, so nobody can have messages sent to a number of others; and no word
 * of a message comes from the device.
 */
export function createDeviceNotice({ notices, clock }: DeviceNoticeDependencies) {
  return async ({ tx, subscriberId, msisdn, client, ofToday }: DeviceSignedIn): Promise<void> => {
    if (ofToday > MOST_DEVICE_NOTICES) return;
    const at = clock.now();
    const onceKey = `device_signed_in ${subscriberId} ${dayOf(at)} ${ofToday}`;
    await notices.enqueue(tx, [
      { msisdn, notice: { kind: 'device_signed_in', client }, at, onceKey },
    ]);
  };
}
