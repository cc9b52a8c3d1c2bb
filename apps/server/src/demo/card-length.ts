/** How long the card of a title is shown: two bars of music. */
export const CARD_SECONDS = 4;
