import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Toast, toasts } from './toast.store.ts';

/** Long enough to read it and to reach its button. */
const SHOWN_FOR_MS = 8_000;
const WEIGHTY_FOR_MS = 30_000;

/**
 * The region for toasts: above the bottom bar, over the page, announced politely. A toast stays
 * while it has the focus or the pointer.
 */
export function ToastRegion() {
  const message = useSyncExternalStore(toasts.listen, toasts.current, () => undefined);
  return (
    <div role="status" className="toast-region">
      {message ? <Shown key={message.id} message={message} /> : null}
    </div>
  );
}

function Shown({ message }: { message: Toast }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(
      () => toasts.dismiss(message),
      message.weighs ? WEIGHTY_FOR_MS : SHOWN_FOR_MS,
    );
    return () => clearTimeout(timer);
  }, [message, held]);

  const act = () => {
    toasts.dismiss(message);
    message.action?.act();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a message and its button are no part of a form
    <div
      role="group"
      className="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>{message.text}</p>
      {message.action ? (
        <button type="button" className="toast-action" onClick={act}>
          {message.action.label}
        </button>
      ) : null}
    </div>
  );
}
