import { AppError } from '../platform/http/app-error.ts';
import { REFUSED_SIGN_IN } from './sign-in.service.ts';

/** The refusal of a person whom the company knows and the studio does not let in. */
export class RefusedOidc extends AppError {
  /** The address that the company gave of this person, whether proven or not. */
  readonly address: string | undefined;

  /** @param address shown only to the browser that the company sent back with it. */
  constructor(address: string | undefined) {
    super('sign_in_refused', REFUSED_SIGN_IN);
    this.address = address;
  }
}
