import { describe, expect, it } from 'vitest';
import { createToasts } from './toast.tsx';

describe('toasts', () => {
  it('are shown one at a time, and only the shown one can be dismissed', () => {
    const messages = createToasts();
    messages.say('first');
    const first = messages.current();
    messages.say('second', { label: 'Undo', act: () => undefined });
    if (first) messages.dismiss(first);
    expect(messages.current()).toMatchObject({ text: 'second', action: { label: 'Undo' } });
    const second = messages.current();
    if (second) messages.dismiss(second);
    expect(messages.current()).toBeUndefined();
  });
});
