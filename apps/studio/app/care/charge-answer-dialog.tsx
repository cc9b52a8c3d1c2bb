import { careCharge } from '@bonisa/contract/studio/care.calls';
import { useEffect, useState } from 'react';
import { studio } from '../calls/studio.ts';
import { Dialog } from '../design/dialog.tsx';
import { counted } from '../design/money.ts';
import { Facts } from '../design/page.tsx';
import { Badge, Loading, Notice, Problem } from '../design/states.tsx';
import { dateTime } from '../design/time.ts';
import type { ChargeAnswer } from './charge-answer.ts';
import { DisputeForm } from './dispute-form.tsx';
import type { Summary } from './open-number.ts';

/** The whole evidence of one charge beside the answer: a dispute is answered within a minute. */
export function ChargeAnswerDialog({
  handle,
  reference,
  mayAct,
  onChanged,
  onClose,
}: {
  readonly handle: string;
  readonly reference: string;
  readonly mayAct: boolean;
  readonly onChanged: (summary: Summary) => void;
  readonly onClose: () => void;
}) {
  const [answer, setAnswer] = useState<ChargeAnswer>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    const leaving = new AbortController();
    studio
      .call(careCharge, { body: { handle, reference } }, { signal: leaving.signal })
      .then(setAnswer)
      .catch((refused: unknown) => {
        if (!leaving.signal.aborted) setError(refused);
      });
    return () => leaving.abort();
  }, [handle, reference]);
  return (
    <Dialog title="A disputed charge" onClose={onClose} wide>
      {error !== undefined && <Problem error={error} />}
      {!answer && error === undefined && <Loading what="Gathering the evidence" />}
      {answer && (
        <>
          <Proposal answer={answer} />
          <Evidence answer={answer} />
          {mayAct && (
            <DisputeForm handle={handle} answer={answer} onChanged={onChanged} onClose={onClose} />
          )}
        </>
      )}
    </Dialog>
  );
}

const VERDICTS = {
  upheld: { tone: 'warning', word: 'Give it back' },
  rejected: { tone: 'good', word: 'The charge stands' },
  too_early: { tone: 'info', word: 'Too early to say' },
} as const;

function Proposal({ answer: { proposal } }: { readonly answer: ChargeAnswer }) {
  const { tone, word } = VERDICTS[proposal.verdict];
  return (
    <Notice tone={tone}>
      <p className="font-semibold">
        {word}. {proposal.why}
      </p>
      <p className="mt-1 text-text">{proposal.words}</p>
    </Notice>
  );
}

function Evidence({ answer }: { readonly answer: ChargeAnswer }) {
  const { charge, opt_in: optIn, messages, refunds, usage } = answer;
  return (
    <div className="mb-5 grid gap-x-8 gap-y-5 md:grid-cols-2">
      <section>
        <h3 className="mb-2 font-semibold">What was charged</h3>
        <Facts
          facts={[
            { name: 'Charged', value: `R${charge.amount} for ${charge.package_name}` },
            { name: 'When', value: charge.local },
            { name: 'Carrier', value: charge.answer },
            { name: 'Means', value: `${charge.means} ${charge.next}` },
            { name: 'Given back', value: `R${charge.given_back}, R${charge.left} left` },
            { name: 'Reference', value: <code className="text-small">{charge.reference}</code> },
          ]}
        />
      </section>
      <section>
        <h3 className="mb-2 font-semibold">What was accepted</h3>
        {optIn ? (
          <>
            <blockquote className="mb-2 rounded-mark border border-rule bg-paper p-3 text-small">
              {optIn.words.map((line) => (
                <p key={line} className="mb-1">
                  {line}
                </p>
              ))}
            </blockquote>
            <Facts
              facts={[
                { name: 'When', value: optIn.local },
                { name: 'Price shown', value: `R${optIn.price}/${optIn.period}` },
                { name: 'Proof', value: optIn.proof_words },
                { name: 'Words', value: `version ${optIn.version}` },
              ]}
            />
          </>
        ) : (
          <Badge tone="problem">There is no opt-in for this charge</Badge>
        )}
      </section>
      <section>
        <h3 className="mb-2 font-semibold">Messages and refunds</h3>
        <ul className="space-y-1 text-small">
          {[...messages, ...refunds].map(({ id, local, title }) => (
            <li key={id}>
              <span className="text-muted tabular-nums">{local}</span> {title}
            </li>
          ))}
          {messages.length + refunds.length === 0 && <li>None.</li>}
        </ul>
      </section>
      <section>
        <h3 className="mb-2 font-semibold">Use in the time it paid for</h3>
        <p>
          {usage.plays === 0
            ? 'Not watched.'
            : `Watched ${counted(usage.plays, 'time')}, about ${counted(usage.minutes, 'minute')}; last on ${usage.last_at ? dateTime(usage.last_at) : ''}.`}
        </p>
        <p className="text-muted text-small">
          {dateTime(usage.from)} to {dateTime(usage.until)}
        </p>
      </section>
    </div>
  );
}
