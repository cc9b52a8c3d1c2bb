/**
 * What a page may know of the configuration: the written allow-list for the browser. The server
 * fills it once at the start; nothing that is not named here ever reaches a page.
 */
export interface SiteConfig {
  readonly brand: {
    /** The service's name as shown, for example `Bonisa`. */
    readonly name: string;
    /** The carrier whose airtime pays, as people call it. */
    readonly carrier: string;
    /** The number to call for help, as shown. */
    readonly supportNumber: string;
    /** The address to write to for help; empty when there is none. */
    readonly supportEmail: string;
  };
  /**
   * The site's public address without a slash at the end; for canonical addresses and shared links.
   */
  readonly publicUrl: string;
  /** Demo mode shows the simulated handset's address and `/design`. */
  readonly demo: boolean;
}
