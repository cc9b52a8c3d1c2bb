import { useCallback, useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { ActionBar } from './action-bar.tsx';
import { ChargeAnswerDialog } from './charge-answer-dialog.tsx';
import type { FoundNumber, Summary } from './open-number.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { SummaryCard } from './summary-card.tsx';
import { Timeline } from './timeline.tsx';
import type { TimelineCharge } from './use-timeline.ts';

/** What a person does with one charge. */
type Doing =
  | { readonly what: 'answer'; readonly reference: string }
  | { readonly what: 'refund'; readonly charge: TimelineCharge };

/** One number: what it has, what may be done, and everything that happened to it. */
export function NumberView({ found }: { readonly found: FoundNumber }) {
  const { handle, reference } = found;
  const [summary, setSummary] = useState<Summary>(found.summary);
  const [version, setVersion] = useState(0);
  const [doing, setDoing] = useState<Doing | undefined>(
    reference === undefined ? undefined : { what: 'answer', reference },
  );
  const mayAct = useMay('care:act');
  const changed = useCallback((next: Summary): void => {
    setSummary(next);
    setVersion((before) => before + 1);
  }, []);
  return (
    <>
      <SummaryCard summary={summary} looksLeft={found.looks_left} />
      <ActionBar handle={handle} summary={summary} mayAct={mayAct} onChanged={changed} />
      <Timeline
        handle={handle}
        version={version}
        mayAct={mayAct}
        onAnswer={(charge) => setDoing({ what: 'answer', reference: charge.reference })}
        onRefund={(charge) => setDoing({ what: 'refund', charge })}
      />
      {doing?.what === 'answer' && (
        <ChargeAnswerDialog
          handle={handle}
          reference={doing.reference}
          mayAct={mayAct}
          onChanged={changed}
          onClose={() => setDoing(undefined)}
        />
      )}
      {doing?.what === 'refund' && (
        <RefundDialog
          handle={handle}
          charge={doing.charge}
          onChanged={changed}
          onClose={() => setDoing(undefined)}
        />
      )}
    </>
  );
}
