/** Colours of the series: each has a contrast of three to one or more with the sheet. */
export const COLOURS = ['#54309a', '#0b7a75', '#b35c00', '#a81b1b', '#2f6db5', '#5d5168'] as const;
