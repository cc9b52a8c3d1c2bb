import { useBrand } from '../brand.ts';
import { say } from '../words/words.ts';

/** `0800 123 456` as a `tel:` address. */
export function telephoneAddress(number: string): string {
  return `tel:${number.replace(/[^+0-9]/g, '')}`;
}

/** How to reach support: the number to call, the address to write to, and STOP. */
export function SupportContact() {
  const { supportNumber, supportEmail, name } = useBrand();
  return (
    <dl className="facts sheet contact">
      <div>
        <dt>{say('help.call')}</dt>
        <dd>
          <a
            className="text-link inline-flex min-h-11 items-center"
            href={telephoneAddress(supportNumber)}
          >
            {supportNumber}
          </a>
        </dd>
      </div>
      {supportEmail === '' ? null : (
        <div>
          <dt>{say('help.write')}</dt>
          <dd>
            <a
              className="text-link contact-address inline-flex min-h-11 items-center"
              href={`mailto:${supportEmail}`}
            >
              {supportEmail}
            </a>
          </dd>
        </div>
      )}
      <div>
        <dt>{say('help.stop', { service: name })}</dt>
        <dd>{say('help.stop.how')}</dd>
      </div>
    </dl>
  );
}
