import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { Page } from '../design/page.tsx';
import { FindForm } from './find-form.tsx';
import { NumberView } from './number-view.tsx';
import { type FoundNumber, takeHandedOver } from './open-number.ts';

/** Who answers a caller: one number is found, looked at, and left. */
export default function FindScreen() {
  const [found, setFound] = useState<FoundNumber | undefined>(takeHandedOver);
  if (!found)
    return (
      <Page
        title="Answer a caller"
        intro="Type the number that the caller names, or the reference of a charge. Each look is kept in the audit with your name and your reason."
      >
        <FindForm onFound={setFound} />
      </Page>
    );
  return (
    <Page
      title="Answer a caller"
      actions={<Button onClick={() => setFound(undefined)}>Another number</Button>}
    >
      <NumberView key={found.handle} found={found} />
    </Page>
  );
}
