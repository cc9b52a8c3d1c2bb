import { useEffect, useState } from 'react';
import { Button } from '../design/button.tsx';
import { send } from './use-flow.ts';

interface ResendOtpProps {
  /** When another OTP may be requested (milliseconds since 1970). */
  at: number;
  busy: boolean;
  /** Whether no other call is in flight. */
  idle: boolean;
}

/** Resend OTP, with the seconds until it is enabled (row S3). */
export function ResendOtp({ at, busy, idle }: ResendOtpProps) {
  const seconds = useSecondsUntil(at);
  return (
    <p className="flow-resend">
      <Button
        look="link"
        busy={busy}
        busyLabel="Sending another OTP"
        disabled={!busy && (!idle || seconds > 0)}
        onClick={() => send({ type: 'resend_pressed', now: Date.now() })}
      >
        Resend OTP
      </Button>
      {seconds > 0 ? (
        <span className="text-small text-quiet">No SMS yet? Wait {seconds} s.</span>
      ) : null}
    </p>
  );
}

function useSecondsUntil(at: number): number {
  const left = () => Math.max(0, Math.ceil((at - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts anew where another OTP was sent
  useEffect(() => {
    setSeconds(left());
    const ticking = setInterval(() => {
      const rest = left();
      setSeconds(rest);
      if (rest === 0) clearInterval(ticking);
    }, 500);
    return () => clearInterval(ticking);
  }, [at]);
  return seconds;
}
