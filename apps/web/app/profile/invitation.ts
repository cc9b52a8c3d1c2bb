import { say } from '../words/words.ts';

/** The text shared with a friend, and the address of each way to share it. */
export interface Invitation {
  readonly title: string;
  readonly text: string;
  /** The site's public address. */
  readonly url: string;
  /** Opened on a press only: the page itself contacts no other site. */
  readonly whatsapp: string;
  readonly sms: string;
}

/** An invitation's texts. It promises the free day only for a new number (a number has it once). */
export function invitation({ name, publicUrl }: { name: string; publicUrl: string }): Invitation {
  const text = say('invite.text', { service: name });
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
