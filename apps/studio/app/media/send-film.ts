import { Upload } from 'tus-js-client';

/** Sends the bytes of a film by the protocol tus 1.0, in requests of a bounded size. */

/** The server stores pieces of 8 MB, and writes an entry of the audit for each request. */
const CHUNK_BYTES = 32_000_000;
/** A lost line is tried again for about a minute before the person is told. */
const RETRY_DELAYS = [0, 1000, 3000, 5000, 10_000, 20_000, 20_000];

/** The bytes of an upload could not be sent. `status` 0: no answer came. */
export class SendError extends Error {
  readonly status: number;

  constructor(message: string, status: number, cause: unknown) {
    super(message, { cause });
    this.name = 'SendError';
    this.status = status;
  }
}

/** Whether the session has ended, or its token was renewed. */
export function isSignInNeeded(error: unknown): boolean {
  return error instanceof SendError && (error.status === 401 || error.status === 403);
}

/** Whether the upload is not there any more. */
export function isGone(error: unknown): boolean {
  return error instanceof SendError && (error.status === 404 || error.status === 410);
}

export interface FilmSender {
  /** Stops; what has arrived stays. */
  stop(): void;
}

export interface FilmToSend {
  readonly id: string;
  readonly file: File;
  readonly onProgress: (sent: number) => void;
  /** All of it has arrived; the job is missing where the server had it whole already. */
  readonly onDone: (jobId: string | undefined) => void;
  readonly onProblem: (error: Error) => void;
}

export type SendFilm = (film: FilmToSend) => FilmSender;

/** Creates the sender of the page. The token is asked for at each request: it may be renewed. */
export function createSendFilm(csrfToken: () => string | undefined): SendFilm {
  return ({ id, file, onProgress, onDone, onProblem }) => {
    const upload = new Upload(file, {
      // Without an endpoint: an upload that is refused is never begun again behind our back.
      uploadUrl: `/studio/api/uploads/${encodeURIComponent(id)}`,
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_DELAYS,
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => {
        const token = csrfToken();
        if (token) request.setHeader('x-csrf-token', token);
      },
      onProgress: (sent) => onProgress(sent),
      onSuccess: ({ lastResponse }) => onDone(lastResponse.getHeader('upload-job') ?? undefined),
      onError: (error) => onProblem(asSendError(error)),
    });
    upload.start();
    return { stop: () => void upload.abort() };
  };
}

interface WithResponse {
  readonly originalResponse?: {
    getStatus(): number;
    getBody(): string;
  } | null;
}

function asSendError(error: Error): SendError {
  const response = (error as WithResponse).originalResponse;
  const status = response?.getStatus() ?? 0;
  return new SendError(sentenceOf(status, response?.getBody() ?? ''), status, error);
}

/** The server's own sentence where there is one. */
function sentenceOf(status: number, body: string): string {
  if (status === 404 || status === 410)
    return 'The upload is not there any more: it was ended elsewhere, or got no bytes for a day.';
  try {
    const { description } = JSON.parse(body) as { description?: unknown };
    if (typeof description === 'string' && description) return description;
  } catch {
    // Answers to HEAD have no body, and a proxy may answer by a page.
  }
  if (status === 401) return 'Your session has ended.';
  return status === 0
    ? 'The studio did not answer. What has arrived is kept: go on when the line is back.'
    : `The studio refused the bytes (${status}).`;
}
