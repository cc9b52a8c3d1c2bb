import { describe, expect, it } from 'vitest';
import { anyMessage } from './inbound.schemas.ts';

const message = { id: 'm-1', at: '2026-11-20T10:00:00Z', from: '+27821234567', text: 'STOP' };

describe('a message from a handset', () => {
  it.each([
    { id: 17 },
    { id: '' },
    { id: undefined },
    { id: null },
    { id: 'a\0b' },
    { id: 'x'.repeat(300) },
    { at: undefined },
    { at: 1_795_935_630_954 },
    { at: '2026-11-20T10:00:00' },
    { from: '27821234567' },
    { from: 27_821_234_567 },
    { from: '0821234567' },
    { from: 'tel:+27-82-123-4567' },
    { from: '0027821234567' },
  ])('is read whatever its carrier writes beside its text: %j', (beside) => {
    const read = anyMessage.parse({ ...message, ...beside });
    expect(read).toMatchObject({ from: '27821234567', text: 'STOP' });
    expect(read.id).toMatch(/^[\w-]{1,256}$/);
  });

  it('has an id of its own where its carrier gives none', () => {
    const [first, again, ...others] = ['no', 'no', 'yes', '\0'].map(
      (text) => anyMessage.parse({ ...message, id: undefined, text }).id,
    );
    expect(again).toBe(first);
    expect(new Set([first, ...others]).size).toBe(3);
  });

  it('is empty where its text is nested more deeply than can be written', () => {
    const text = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(anyMessage.parse({ ...message, text }).text).toBe('');
  });
});
