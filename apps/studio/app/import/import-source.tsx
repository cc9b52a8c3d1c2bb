import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { ENTRY_KINDS } from '@bonisa/contract/studio/entry-kinds';
import {
  type importContent,
  MOST_IMPORT_BYTES,
  readFeed,
  readImport,
} from '@bonisa/contract/studio/import.calls';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { z } from 'zod';
import { studio } from '../calls/studio.ts';
import { KINDS } from '../catalogue/kinds.ts';
import { Button } from '../design/button.tsx';
import { DropField } from '../design/drop-field.tsx';
import { SelectField, TextField } from '../design/fields.tsx';
import { Card } from '../design/page.tsx';
import { Progress } from '../design/progress.tsx';
import { Problem } from '../design/states.tsx';
import { formatOf } from './import-target.ts';

export type ImportContent = z.output<typeof importContent>;

/** What was read, and from where. */
export interface ReadSource {
  /** New at each reading, so that the screen starts the import anew. */
  readonly id: number;
  readonly name: string;
  readonly kind: 'file' | 'feed';
  readonly content: ImportContent;
}

const KIND_CHOICES = ENTRY_KINDS.map((value) => ({ value, label: KINDS[value].many }));

/** A file from this machine, or the address of a feed. */
export function ImportSource({ onRead }: { readonly onRead: (source: ReadSource) => void }) {
  const [kind, setKind] = useState<EntryKind>('video');
  const done = (source: Omit<ReadSource, 'id'>): void =>
    onRead({ id: performance.now(), ...source });
  const file = useMutation({
    mutationFn: async (given: File) => {
      const format = formatOf(given.name);
      if (!format) throw new Error(`${given.name} is no .json, .csv, .xml or .rss file.`);
      if (given.size > MOST_IMPORT_BYTES)
        throw new Error('The studio reads files of at most 8 MB. Larger ones go by command.');
      const headers = { 'content-type': 'application/octet-stream' };
      const query = { format, ...(format === 'csv' ? { kind } : {}) };
      const answer = await studio.send(readImport, { query }, { headers, body: given });
      return { name: given.name, content: (await answer.json()) as ImportContent };
    },
    onSuccess: ({ name, content }) => done({ kind: 'file', name, content }),
  });
  const feed = useMutation({
    mutationFn: (url: string) => studio.call(readFeed, { body: { url } }),
    onSuccess: (content, url) =>
      done({ kind: 'feed', name: URL.parse(url)?.hostname ?? url, content }),
  });
  const readAddress = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    feed.mutate(String(new FormData(event.currentTarget).get('url')).trim());
  };
  const isBusy = file.isPending || feed.isPending;
  return (
    <div className="grid items-start gap-x-6 lg:grid-cols-2">
      <Card title="From a file">
        {file.error && <Problem error={file.error} />}
        <DropField
          button="Choose a file"
          tone="action"
          accept=".json,.csv,.xml,.rss"
          disabled={isBusy}
          onFiles={([given]) => file.mutate(given)}
        >
          <p>A catalogue in JSON, a table in CSV, or a feed in RSS with Media RSS.</p>
        </DropField>
        <SelectField
          label="A table without a column 'kind' lists"
          choices={KIND_CHOICES}
          value={kind}
          onChange={(event) => setKind(event.target.value as EntryKind)}
        />
        <p className="text-small text-muted">
          Folders with films, pictures and captions, and files of more than 8 MB, go by the command{' '}
          <code className="font-mono">npm run import</code>.
        </p>
      </Card>
      <Card title="From a feed">
        <form onSubmit={readAddress} aria-label="Read a feed">
          {feed.error && <Problem error={feed.error} />}
          <TextField
            label="Address of the feed"
            name="url"
            type="url"
            required
            maxLength={2000}
            placeholder="https://example.com/feed.xml"
            hint="RSS with Media RSS, on the public internet."
          />
          <Button type="submit" disabled={isBusy}>
            Read the feed
          </Button>
        </form>
      </Card>
      {isBusy && (
        <div className="lg:col-span-2">
          <Progress label="It is read" percent={undefined} />
        </div>
      )}
    </div>
  );
}
