import type { FleetMedia } from '../e2e/drills/fleet.ts';

/** As in production, but all requests come from one address, so that limits by address are off. */
export const FLEET_ENV: Record<string, string> = {
  NODE_ENV: 'production',
  FRAUD_MODE: 'observe',
  LIMITS: 'off',
  // 50 sign-ups a second are 180,000 codes an hour; the default allows 10,000.
  OTP_SENDS_PER_HOUR: '10000000',
  LOG_LEVEL: 'warn',
};

/** Ten minutes of 360 lines at 350 kbit/s, in segments of two seconds. */
export const MEDIA: FleetMedia = { segments: 300, segmentBytes: 87_500 };
