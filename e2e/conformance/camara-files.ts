/** Where the published definitions are: they are not copied into this repository. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(process.env.CAMARA_FILES ?? join(import.meta.dirname, '../../../shared/reference/camara'));

/** One API: its definition's file and the path below the carrier's API root. */
export interface ApiFile {
  name: string;
  basePath: string;
}

export const APIS = {
  otp: { name: 'one-time-password-sms-1.1.1', basePath: '/one-time-password-sms/v1' },
  numbers: { name: 'number-verification-2.1.0', basePath: '/number-verification/v2' },
  age: { name: 'kyc-age-verification-0.2.1', basePath: '/kyc-age-verification/v0.2' },
  recycling: { name: 'number-recycling-0.2.0', basePath: '/number-recycling/v0.2' },
  billing: { name: 'carrier-billing-0.5.0', basePath: '/carrier-billing/v0.5' },
  refunds: { name: 'carrier-billing-refund-0.3.0', basePath: '/carrier-billing-refund/v0.3' },
} as const satisfies Record<string, ApiFile>;

export function fileOf(api: ApiFile): string {
  return join(FOLDER, `${api.name}.yaml`);
}

const missing = Object.values(APIS).filter((api) => !existsSync(fileOf(api)));

/** One line on what is missing, else `undefined`. */
export const FILES_MISSING =
  missing.length === 0
    ? undefined
    : `no CAMARA definitions (${missing.map((api) => api.name).join(', ')}): set CAMARA_FILES to the folder that holds them`;
