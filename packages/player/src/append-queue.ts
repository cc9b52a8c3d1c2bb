/** The changes of a source buffer, one after the other, as Media Source Extensions demand. */
export interface AppendQueue {
  append(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Begins a segment with these codecs, whose own times are shifted by `offset` seconds. */
  prepare(mimeType: string, offset: number): Promise<void>;
  /** Takes media out of the buffer. */
  remove(span: TimeSpan): Promise<void>;
  /** Forgets a segment that was appended only in part, so that another can begin. */
  reset(): Promise<void>;
  /** Does `act` after all changes so far, while none is under way. */
  whenIdle(act: () => void): Promise<void>;
}

/** A range of times in seconds. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/** A full buffer is tried again when the picture has moved on, after this time. */
const FULL_RETRY_MS = 1_000;

/**
 * Queues the changes of a source buffer until `signal` aborts; from then on every change rejects.
 * A full buffer loses what `disposable` names, or waits until something may go.
 */
export function createAppendQueue(
  buffer: SourceBuffer,
  mimeType: string,
  signal: AbortSignal,
  disposable: () => TimeSpan | undefined,
): AppendQueue {
  let last: Promise<unknown> = Promise.resolve();
  let type = mimeType;

  function enqueue(change: () => Promise<void> | void): Promise<void> {
    const done = last.then(() => {
      signal.throwIfAborted();
      return change();
    });
    last = done.catch(() => undefined);
    return done;
  }

  /** Begins a change of the buffer and waits for its end. */
  function update(begin: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const listening = new AbortController();
      const on = (target: EventTarget, event: string, act: () => void) =>
        target.addEventListener(event, () => finish(act), { signal: listening.signal });
      const finish = (act: () => void) => {
        listening.abort();
        act();
      };
      on(buffer, 'updateend', resolve);
      on(buffer, 'error', () => reject(new Error('the browser refused the media')));
      on(signal, 'abort', () => reject(signal.reason));
      try {
        begin();
      } catch (error) {
        finish(() => reject(error));
      }
    });
  }

  async function append(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    for (;;) {
      try {
        return await update(() => buffer.appendBuffer(bytes));
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error;
      }
      const span = disposable();
      if (span) await update(() => buffer.remove(span.start, span.end));
      else await new Promise((resolve) => setTimeout(resolve, FULL_RETRY_MS));
      signal.throwIfAborted();
    }
  }

  return {
    append: (bytes) => enqueue(() => append(bytes)),
    prepare: (next, offset) =>
      enqueue(() => {
        if (next !== type) buffer.changeType(next);
        type = next;
        if (buffer.timestampOffset !== offset) buffer.timestampOffset = offset;
      }),
    remove: ({ start, end }) => enqueue(() => update(() => buffer.remove(start, end))),
    reset: () => enqueue(() => buffer.abort()),
    whenIdle: enqueue,
  };
}
