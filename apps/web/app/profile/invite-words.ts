/** What is shared with a friend, and where each way of sharing leads. */
export interface Invitation {
  readonly title: string;
  readonly text: string;
  /** The site's public address. */
  readonly url: string;
  /** Navigated to on a press only: the page itself asks nobody. */
  readonly whatsapp: string;
  readonly sms: string;
}

/**
 * The words of an invitation. The free day is promised only to who is new (a number has it once).
 */
export function invitation({ name, publicUrl }: { name: string; publicUrl: string }): Invitation {
  const text = `I am watching South African stories on ${name}, paid with airtime. If your number is new, the first day is free:`;
  const url = `${publicUrl}/`;
  const whole = encodeURIComponent(`${text} ${url}`);
  return {
    title: name,
    text,
    url,
    whatsapp: `https://wa.me/?text=${whole}`,
    sms: `sms:?&body=${whole}`,
  };
}
