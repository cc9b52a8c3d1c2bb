import { useEffect, useState, useSyncExternalStore } from 'react';
import { type QuietMessage, quietMessages } from './quiet-message.store.ts';

/** Long enough to read it and to reach its button. */
const SHOWN_FOR_MS = 8_000;
const WEIGHTY_FOR_MS = 30_000;

/**
 * Where quiet messages appear: above the bottom bar, over the page, announced politely. It stays
 * while somebody is at it.
 */
export function QuietMessageRegion() {
  const message = useSyncExternalStore(
    quietMessages.listen,
    quietMessages.current,
    () => undefined,
  );
  return (
    <div role="status" className="quiet-message-region">
      {message ? <Shown key={message.id} message={message} /> : null}
    </div>
  );
}

function Shown({ message }: { message: QuietMessage }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(
      () => quietMessages.dismiss(message),
      message.weighs ? WEIGHTY_FOR_MS : SHOWN_FOR_MS,
    );
    return () => clearTimeout(timer);
  }, [message, held]);

  const act = () => {
    quietMessages.dismiss(message);
    message.action?.act();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a message and its button are no part of a form
    <div
      role="group"
      className="quiet-message"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>{message.text}</p>
      {message.action ? (
        <button type="button" className="quiet-message-action" onClick={act}>
          {message.action.label}
        </button>
      ) : null}
    </div>
  );
}
