/** Thrown for what cannot be used as a drawing; the message is a sentence for an operator. */
export class SvgRefusal extends Error {}
