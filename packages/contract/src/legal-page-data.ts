/** The data of the pages `/terms-and-conditions` and `/privacy-policy`; see `page-data.ts`. */

/** A heading with its paragraphs; a paragraph is plain text. */
export interface LegalSection {
  /** Derived from the heading, unique on its page, for a table of contents. */
  readonly anchor: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** `/terms-and-conditions` and `/privacy-policy` */
export interface LegalPage {
  readonly title: string;
  /** `YYYY-MM-DD`: the version of this wording. */
  readonly version: string;
  /** States that the text is a template which the operator's lawyer must review. */
  readonly notice: string;
  readonly sections: readonly LegalSection[];
}
