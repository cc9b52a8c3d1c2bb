import { describe, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { createAnswerLog } from './answer-log.ts';

const ID = '00000000-0821-4567-8000-012345678901';

function createBench(level: string, answerLevel: 'info' | 'debug' = 'info') {
  const lines: Record<string, unknown>[] = [];
  let now = 0;
  const log = createAnswerLog({
    logger: createLogger(level, { write: (line) => void lines.push(JSON.parse(line)) }),
    listener: 'site',
    level: answerLevel,
    now: () => now,
  });
  const answer = (route: string, status = 200, seconds = 0.0042, fromMemory = false) =>
    log({ method: 'GET', route, status, seconds, correlationId: ID, fromMemory });
  const pass = (ms: number) => {
    now += ms;
  };
  return { lines, answer, pass };
}

describe('the log of answers', () => {
  it('has one line for each, with the pattern of its route and its whole id', () => {
    const { lines, answer } = createBench('info');
    answer('/api/play');
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        listener: 'site',
        method: 'GET',
        route: '/api/play',
        status: 200,
        ms: 4,
        correlation_id: ID,
        msg: 'answered',
      },
    ]);
  });

  it('is quieter about what programs ask for all the time, and louder about failures', () => {
    const { lines, answer } = createBench('debug');
    for (const route of ['/healthz/ready', '/metrics', '/media/s/:key/:asset/:folder/:file'])
      answer(route);
    answer('/healthz/ready', 503);
    answer('/api/subscribe', 200, 3);
    answer('/ops/uploads/:id', 200, 300);
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      ['debug', 'answered'],
      ['debug', 'answered'],
      ['debug', 'answered'],
      ['warn', 'answered'],
      ['warn', 'answered slowly'],
      ['info', 'answered'],
    ]);
  });

  it('writes at most a hundred lines a second about answers from memory, and counts the rest', () => {
    const { lines, answer, pass } = createBench('info');
    for (let i = 0; i < 250; i++) answer('/*', 200, 0.0001, true);
    expect(lines).toHaveLength(100);
    for (let i = 0; i < 50; i++) answer('/api/play');
    expect(lines).toHaveLength(150);
    pass(1000);
    answer('/*', 200, 0.0001, true);
    expect(lines.at(-1)).toMatchObject({ left_out: 150 });
  });

  it('leaves the terminal of a demo to its person', () => {
    const { lines, answer } = createBench('info', 'debug');
    answer('/api/play');
    answer('/api/play', 500);
    expect(lines.map(({ level }) => level)).toEqual(['warn']);
  });
});
