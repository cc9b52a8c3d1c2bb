import type { BillingPort } from './billing.port.ts';
import type { MessagesPort } from './messages.port.ts';
import type { NumbersPort } from './numbers.port.ts';
import type { OneTimeCodesPort } from './one-time-codes.port.ts';

/** The operations of one carrier, of all four ports. */
export interface CarrierOperations
  extends OneTimeCodesPort,
    BillingPort,
    NumbersPort,
    MessagesPort {}

/** One carrier: the four ports over the same connections. A consumer asks for the port it needs. */
export interface Carrier extends CarrierOperations {
  /** Closes the connections. Calls in flight finish first. */
  close(): Promise<void>;
}
