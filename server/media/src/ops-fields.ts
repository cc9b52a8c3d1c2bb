import { AppError } from '@bonisa/kit/http/app-error';
import { z } from 'zod';

/** What the operator's calls about media have in common. */

/** The captions of a film of three hours have about 150 kB. */
export const LARGEST_CAPTIONS = 2_000_000;

/** The language of a caption track. */
export const captionLanguage = z
  .string()
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/, 'must be a language code as in en-ZA');

/** The refusal of one field of a request. */
export function refuseField(field: string, problem: string): AppError {
  return new AppError('invalid_request', `The request is not valid: ${field}: ${problem}`, {
    fields: [{ field, problem }],
  });
}
