import type { IncomingMessage } from 'node:http';
import { transientProblemOf } from '@bonisa/kit/files/file-store';
import { Metadata } from '@tus/server';

/** The refusals of an upload, as answers of the tus protocol: a code and a sentence in JSON. */

const REFUSALS = {
  metadata_invalid: [400, 'The metadata are not valid: title, filename, effort.'],
  title_missing: [400, 'Upload-Metadata must have a title or a filename.'],
  length_missing: [411, 'Upload-Length must say the size of the file.'],
  empty: [400, 'The file is empty.'],
  too_many_uploads: [429, 'Too many of your uploads are unfinished. Finish or remove one first.'],
  too_many_of_all: [429, 'Too many uploads of others are unfinished. Try again later.'],
  too_many_pieces: [400, 'The upload came in too many pieces. Send larger ones.'],
  disk_full: [507, 'The disk has no space for this file.'],
  store_away: [503, 'The file store does not answer. Continue the upload in a few seconds.'],
  store_full: [507, 'The file store is full. Continue the upload when there is space.'],
  store_refused: [
    503,
    'The file store refuses the service. Continue when its operator has corrected the rights.',
  ],
  gone: [410, 'There is no such upload any more.'],
} as const;

/** The codes of what the protocol itself refuses, by status. */
const PROTOCOL_CODES: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  403: 'invalid_request',
  404: 'not_found',
  409: 'offset_conflict',
  410: 'gone',
  413: 'too_large',
  423: 'locked',
};

interface TusError {
  readonly status_code: number;
  readonly body: string;
}

/** The error to throw in a hook of the tus server. */
export function refuse(code: keyof typeof REFUSALS): TusError {
  const [status_code, description] = REFUSALS[code];
  return { status_code, body: JSON.stringify({ code, description }) };
}

/** The answer for any error of the tus server, without what only a log may say. */
export function refusalBody(error: Error | TusError): TusError {
  if (!('status_code' in error)) {
    const problem = transientProblemOf(error);
    if (problem) return refuse(`store_${problem}`);
    const description = 'The upload could not be taken. Try again.';
    return { status_code: 500, body: JSON.stringify({ code: 'internal', description }) };
  }
  const { status_code, body } = error;
  if (body.startsWith('{')) return { status_code, body };
  const code = PROTOCOL_CODES[status_code] ?? 'upload_failed';
  return { status_code, body: JSON.stringify({ code, description: body.trim() }) };
}

const BYTES = 'application/offset+octet-stream';
const WHOLE = /^(?:0|[1-9][0-9]{0,15})$/;

/** The headers of the protocol, and whether their text is valid. */
const VALID: Readonly<Record<string, (text: string) => boolean>> = {
  'upload-length': (text) => WHOLE.test(text),
  'upload-offset': (text) => WHOLE.test(text),
  'upload-defer-length': (text) => text === '1',
  'upload-metadata': (text) => {
    try {
      return Metadata.parse(text) !== undefined;
    } catch {
      return false;
    }
  },
};

/** The refusal of a request that does not speak the protocol; undefined for one that does. */
export function protocolFault({ method, headers }: IncomingMessage): TusError | undefined {
  if (method === 'OPTIONS') return undefined;
  const refusal = (status_code: number, code: string, description: string): TusError => ({
    status_code,
    body: JSON.stringify({ code, description }),
  });
  if (headers['tus-resumable'] !== '1.0.0')
    return refusal(412, 'unsupported_version', 'Tus-Resumable must be 1.0.0.');
  if (method === 'PATCH' && headers['content-type'] !== BYTES)
    return refusal(415, 'unsupported_media_type', `Content-Type must be ${BYTES}.`);
  const wrong = Object.entries(VALID).find(([name, isValid]) => {
    const text = headers[name];
    return text !== undefined && !isValid(String(text));
  });
  return wrong && refusal(400, 'invalid_request', `The header ${wrong[0]} is not valid.`);
}
