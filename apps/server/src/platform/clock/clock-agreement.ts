/**
 * `agreed`: the product's time is the database's. `disputed`: the database's clock was set; the
 * product goes on by the time that has elapsed. `unsure`: no clock can be trusted at the moment.
 */
export type ClockState = 'agreed' | 'disputed' | 'unsure';

/** A carrier whose clock is compared with the product's. */
export interface ComparedCarrier {
  readonly id: string;
  /** Whether charges and refunds there wait, because its clock was not read yet or differs. */
  readonly isHeld: boolean;
  /** Whether its clock differs. */
  readonly differs: boolean;
}

/** What a process knows about its time. Jobs run only while it is `agreed`. */
export interface ClockAgreement {
  state(): ClockState;
  /** Seconds by which the database's clock is ahead of the product's. */
  offset(): number;
  /** The carriers whose clocks are compared, in the order of the configuration. */
  carriers(): readonly ComparedCarrier[];
  /** Whether charges and refunds at this carrier wait. */
  holdsCarrier(carrierId: string): boolean;
  /** Resolves once this carrier has answered; at once where its clock is not compared. */
  carrierRead(carrierId: string): Promise<void>;
  /** Whether what only the time ends or deletes waits: no carrier confirms the product's time. */
  holdsByTime(): boolean;
  /**
   * Asks the database for its time now, before something leaves that must not be late: a machine
   * that was paused does not notice by its own clocks. Resolves with the milliseconds by which the
   * database is ahead of the product's time; `undefined`: it does not answer, or the clocks do not
   * agree. 0 where the database is embedded: nobody else uses it.
   */
  confirm(): Promise<number | undefined>;
  /** Calls `listener` after each change of the state, and after each step of the time. */
  onChange(listener: () => void): void;
}

/** For products that have no clock but their own. */
export const CLOCKS_AGREE: ClockAgreement = {
  state: () => 'agreed',
  offset: () => 0,
  carriers: () => [],
  holdsCarrier: () => false,
  carrierRead: () => Promise.resolve(),
  holdsByTime: () => false,
  confirm: () => Promise.resolve(0),
  onChange: () => undefined,
};
