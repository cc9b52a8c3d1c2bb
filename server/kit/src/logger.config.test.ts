// One line of the log for each answer, by level.
import { expect, it } from 'vitest';
import { loggerConfigOf } from './logger.config.ts';

it('logs a line for each answer in production, and in a demo where a level is chosen', () => {
  expect(loggerConfigOf({}, 'demo')).toEqual({ logLevel: 'info', answerLevel: 'debug' });
  expect(loggerConfigOf({}, 'production').answerLevel).toBe('info');
  expect(loggerConfigOf({ LOG_LEVEL: 'info' }, 'demo').answerLevel).toBe('info');
  expect(loggerConfigOf({ LOG_LEVEL: 'warn' }, 'production').logLevel).toBe('warn');
});
