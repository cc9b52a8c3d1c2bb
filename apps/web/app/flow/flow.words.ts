/** No readable answer to the status check (row X1). */
export const STATUS_UNKNOWN = 'There was an issue checking your subscription status';

/** No package chosen (row V3). */
export const PACKAGE_MISSING = 'Selected Package missing, please try subscribing again';

/** No answer to a call; the entered values are still there. */
export const NO_CONNECTION =
  'No connection. What you entered is kept: check your network and try again.';
