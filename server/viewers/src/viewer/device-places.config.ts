import { DEFAULT_DEVICE_PLACES } from '@bonisa/domain/playback/playing-devices';
import { z } from 'zod';

const PLACES_PROBLEM = 'must be a number of devices from 1 to 20';
const places = z
  .string()
  .regex(/^(?:[1-9]|1[0-9]|20)$/, { error: PLACES_PROBLEM })
  .transform(Number);

/** The environment variables of how many devices may play one subscription at once. */
export const devicePlacesShape = {
  DEVICES_DAILY: places.default(DEFAULT_DEVICE_PLACES.daily),
  DEVICES_WEEKLY: places.default(DEFAULT_DEVICE_PLACES.weekly),
  DEVICES_MONTHLY: places.default(DEFAULT_DEVICE_PLACES.monthly),
};

const shape = z.object(devicePlacesShape);

/** The places by period of the package. */
export function devicePlacesOf(env: z.output<typeof shape>) {
  return {
    daily: env.DEVICES_DAILY,
    weekly: env.DEVICES_WEEKLY,
    monthly: env.DEVICES_MONTHLY,
  };
}
