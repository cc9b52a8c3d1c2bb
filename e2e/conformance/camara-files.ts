/**
 * The location of the published definitions, which this repository does not copy. Without them the
 * tests check what all CAMARA APIs have in common (`plain-judge.ts`); with them, each body and each
 * header.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** `CAMARA_FILES`, or a folder that git ignores. */
const FOLDER = resolve(process.env.CAMARA_FILES ?? join(import.meta.dirname, '../../var/camara'));

/**
 * One API: the file of its definition, the path below the carrier's API root, and its operations by
 * method and path.
 */
export interface ApiFile {
  name: string;
  basePath: string;
  operations: Record<string, string>;
}

export const APIS = {
  otp: {
    name: 'one-time-password-sms-1.1.1',
    basePath: '/one-time-password-sms/v1',
    operations: { 'POST /send-code': 'sendCode', 'POST /validate-code': 'validateCode' },
  },
  numbers: {
    name: 'number-verification-2.1.0',
    basePath: '/number-verification/v2',
    operations: {
      'POST /verify': 'phoneNumberVerify',
      'GET /device-phone-number': 'phoneNumberShare',
    },
  },
  age: {
    name: 'kyc-age-verification-0.2.1',
    basePath: '/kyc-age-verification/v0.2',
    operations: { 'POST /verify': 'verifyAge' },
  },
  recycling: {
    name: 'number-recycling-0.2.0',
    basePath: '/number-recycling/v0.2',
    operations: { 'POST /check': 'checkNumberRecycling' },
  },
  billing: {
    name: 'carrier-billing-0.5.0',
    basePath: '/carrier-billing/v0.5',
    operations: {
      'POST /payments': 'createPayment',
      'GET /payments': 'retrievePayments',
      'POST /payments/prepare': 'preparePayment',
      'GET /payments/{}': 'retrievePayment',
      'POST /payments/{}/validate': 'validatePayment',
      'POST /payments/{}/confirm': 'confirmPayment',
      'POST /payments/{}/cancel': 'cancelPayment',
    },
  },
  refunds: {
    name: 'carrier-billing-refund-0.3.0',
    basePath: '/carrier-billing-refund/v0.3',
    operations: {
      'POST /payments/{}/refunds': 'createRefund',
      'GET /payments/{}/refunds': 'retrieveRefunds',
      'GET /payments/{}/refunds/remaining-amount': 'retrievePaymentRemainingAmount',
      'GET /payments/{}/refunds/{}': 'retrieveRefund',
    },
  },
} as const satisfies Record<string, ApiFile>;

export function fileOf(api: ApiFile): string {
  return join(FOLDER, `${api.name}.yaml`);
}

const missing = Object.values(APIS).filter((api) => !existsSync(fileOf(api)));

/** A line that names the missing files, else `undefined`. */
export const MISSING_FILES =
  missing.length === 0
    ? undefined
    : `no CAMARA definitions (${missing.map((api) => api.name).join(', ')}): set CAMARA_FILES to the folder that holds them`;
