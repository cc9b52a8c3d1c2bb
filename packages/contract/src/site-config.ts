/**
 * The configuration that a page may know: the written allow-list for the browser. The server fills
 * it once at start; no other setting reaches a page.
 */
export interface SiteConfig {
  readonly brand: {
    /** The service's displayed name, for example `Bonisa`. */
    readonly name: string;
    /** The displayed name of the carrier whose airtime pays. */
    readonly carrier: string;
    /** The displayed number to call for help. */
    readonly supportNumber: string;
    /** The address to write to for help; empty when there is none. */
    readonly supportEmail: string;
  };
  /** The site's public address without a final slash; for canonical addresses and shared links. */
  readonly publicUrl: string;
  /** Demo mode shows the simulated handset's address and `/design`. */
  readonly demo: boolean;
}
