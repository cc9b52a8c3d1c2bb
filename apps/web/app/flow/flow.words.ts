/** Row X1: no readable answer at the number step. */
export const STATUS_UNKNOWN = 'There was an issue checking your subscription status';

/** Row V3. */
export const PACKAGE_MISSING = 'Selected Package missing, please try subscribing again';

/** A call got no answer at all; what was typed is still there. */
export const NO_CONNECTION =
  'No connection. What you entered is kept: check your network and try again.';
