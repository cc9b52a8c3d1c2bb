/** What is drawn: values of each series at each label; null: a gap in the line. */
export interface Picture {
  readonly labels: readonly string[];
  readonly series: readonly {
    readonly label: string;
    readonly values: readonly (number | null)[];
  }[];
  readonly kind: 'bars' | 'lines';
  /** A value of the axis in words. */
  readonly format: (value: number) => string;
}
