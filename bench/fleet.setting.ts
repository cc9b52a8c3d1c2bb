import type { FleetMedia } from '../e2e/drills/fleet.ts';

/** As in production, but all requests come from one address, so that limits by address are off. */
export const FLEET_ENV: Record<string, string> = {
  NODE_ENV: 'production',
  FRAUD_MODE: 'observe',
  LIMITS: 'off',
  LOG_LEVEL: 'warn',
};

/** Ten minutes of 360 lines at 350 kbit/s, in segments of two seconds. */
export const MEDIA: FleetMedia = { segments: 300, segmentBytes: 87_500 };
