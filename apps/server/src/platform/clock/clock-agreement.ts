/**
 * `agreed`: the product's time is the database's. `disputed`: the database's clock was set; the
 * product goes on by the time that has elapsed. `unsure`: no clock can be trusted at the moment.
 */
export type ClockState = 'agreed' | 'disputed' | 'unsure';

/** What a process knows about its time. Jobs run only while it is `agreed`. */
export interface ClockAgreement {
  state(): ClockState;
  /** Seconds by which the database's clock is ahead of the product's. */
  offset(): number;
  /** Whether charges at this carrier wait, because its clock was not read yet or differs. */
  holdsCarrier(carrierId: string): boolean;
  /** Calls `listener` after each change of the state, and after each step of the time. */
  onChange(listener: () => void): void;
}

/** For products that have no clock but their own. */
export const CLOCKS_AGREE: ClockAgreement = {
  state: () => 'agreed',
  offset: () => 0,
  holdsCarrier: () => false,
  onChange: () => undefined,
};
