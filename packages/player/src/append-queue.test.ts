import { describe, expect, it, vi } from 'vitest';
import { createAppendQueue, type TimeSpan } from './append-queue.ts';

/** A source buffer that writes down its changes; each ends in a later task. */
class Buffer extends EventTarget {
  readonly log: string[] = [];
  timestampOffset = 0;
  private busy = false;
  private full = 0;

  /** Is full for the next appends. */
  fill(appends: number) {
    this.full = appends;
  }
  appendBuffer(bytes: Uint8Array) {
    if (this.full-- > 0) throw new DOMException('full', 'QuotaExceededError');
    this.begin(`append ${bytes[0]}`);
  }
  remove(start: number, end: number) {
    this.begin(`remove ${start} to ${end}`);
  }
  changeType(type: string) {
    this.log.push(`type ${type}`);
  }
  abort() {
    this.log.push('abort');
  }
  private begin(change: string) {
    if (this.busy) throw new DOMException('busy', 'InvalidStateError');
    this.busy = true;
    this.log.push(change);
    setTimeout(() => {
      this.busy = false;
      this.dispatchEvent(new Event(change === 'append 9' ? 'error' : 'updateend'));
    });
  }
}

function setUp(disposable: () => TimeSpan | undefined = () => undefined) {
  const buffer = new Buffer();
  const life = new AbortController();
  const source = buffer as unknown as SourceBuffer;
  const queue = createAppendQueue(source, 'video/mp4', life.signal, disposable);
  return { buffer, queue, life, log: buffer.log };
}

describe('the queue of a source buffer', () => {
  it('makes one change after the other, in the order in which they were asked for', async () => {
    const { queue, log, buffer } = setUp();
    await Promise.all([
      queue.append(Uint8Array.of(1)),
      queue.prepare('audio/mp4', 8),
      queue.append(Uint8Array.of(2)),
      queue.reset(),
    ]);
    expect(log).toEqual(['append 1', 'type audio/mp4', 'append 2', 'abort']);
    expect(buffer.timestampOffset).toBe(8);
  });

  it('goes on after media that the browser refused', async () => {
    const { queue, log } = setUp();
    await expect(queue.append(Uint8Array.of(9))).rejects.toThrow('refused the media');
    await queue.append(Uint8Array.of(1));
    expect(log).toEqual(['append 9', 'append 1']);
  });

  it('removes what was played from a full buffer and appends again', async () => {
    const { queue, log, buffer } = setUp(() => ({ start: 0, end: 30 }));
    buffer.fill(1);
    await queue.append(Uint8Array.of(1));
    expect(log).toEqual(['remove 0 to 30', 'append 1']);
  });

  it('waits for the picture to move on when nothing of a full buffer may go', async () => {
    vi.useFakeTimers();
    const { queue, log, buffer } = setUp();
    buffer.fill(1);
    const appended = queue.append(Uint8Array.of(1));
    await vi.runAllTimersAsync();
    await appended;
    expect(log).toEqual(['append 1']);
    vi.useRealTimers();
  });

  it('changes nothing any more once its media source was replaced', async () => {
    const { queue, log, life } = setUp();
    life.abort(new Error('replaced'));
    await expect(queue.append(Uint8Array.of(1))).rejects.toThrow('replaced');
    expect(log).toEqual([]);
  });
});
