import { useState } from 'react';
import { Page } from '../design/page.tsx';
import { ImportHistory } from './import-history.tsx';
import { ImportRun } from './import-run.tsx';
import { ImportSource, type ReadSource } from './import-source.tsx';

/** Brings a catalogue from a file or a feed: looked at first, and then written. */
export default function ImportScreen() {
  const [source, setSource] = useState<ReadSource>();
  return (
    <Page
      title="Import"
      intro="Many entries at once, from a file or a feed. Nothing is written before you have seen what it would do, and the same file again changes nothing."
    >
      {source ? (
        <ImportRun key={source.id} source={source} onOther={() => setSource(undefined)} />
      ) : (
        <>
          <ImportSource onRead={setSource} />
          <ImportHistory />
        </>
      )}
    </Page>
  );
}
