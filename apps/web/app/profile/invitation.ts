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

/**
 * An invitation's texts. It promises the free day only where every package has one (`trial`), and
 * only for a new number, because a number has it once.
 */
export function invitation({
  name,
  publicUrl,
  trial,
  share,
}: {
  name: string;
  publicUrl: string;
  trial: boolean;
  /** The brand's own text. */
  share?: string | undefined;
}): Invitation {
  const said = { service: name };
  const own = trial ? say('invite.text.free', said) : say('invite.text', said);
  // Word joiners would make two short messages of one.
  const text = share ?? own.replaceAll('\u2060', '');
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
