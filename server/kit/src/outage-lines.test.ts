import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileStoreError } from './files/file-store.ts';
import { createLogger } from './logger.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function logged() {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  return { lines, logger };
}

const away = () => new FileStoreError('away', 'it does not answer');

describe('the log of an outage', () => {
  it('has one stack, and then once a minute a line with the count', () => {
    const { lines, logger } = logged();
    for (let n = 0; n < 50; n++)
      logger.child({ n }).error({ err: away() }, 'a picture could not be written');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ msg: 'a picture could not be written', n: 0 });
    vi.advanceTimersByTime(60_000);
    expect(lines[1]).toMatchObject({
      level: 'error',
      msg: 'a picture could not be written',
      problem: 'file store away',
      repeated: 49,
      seconds: 60,
    });
    expect(lines[1]).not.toHaveProperty('err');
    logger.error({ err: away() }, 'a picture could not be written');
    vi.advanceTimersByTime(60_000);
    expect(lines[2]).toMatchObject({ repeated: 1 });
  });

  it('begins again with a stack after a minute without an error', () => {
    const { lines, logger } = logged();
    logger.error({ err: away() }, 'a picture could not be written');
    vi.advanceTimersByTime(60_000);
    logger.error({ err: away() }, 'a picture could not be written');
    expect(lines.map((line) => 'err' in line)).toEqual([true, true]);
  });

  it('tells other messages, other problems and other errors apart', () => {
    const { lines, logger } = logged();
    logger.error({ err: away() }, 'a picture could not be written');
    logger.error({ err: away() }, 'a recording could not be written');
    logger.error({ err: new FileStoreError('full', 'no room') }, 'a picture could not be written');
    for (let n = 0; n < 2; n++) logger.error({ err: new Error('a fault') }, 'a fault of ours');
    expect(lines).toHaveLength(5);
  });
});
