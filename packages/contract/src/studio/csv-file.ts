/** What the reply of a call is that answers a file of rows. */
export const CSV_FILE = { description: 'CSV (RFC 4180) with a header line, as `text/csv`' };
