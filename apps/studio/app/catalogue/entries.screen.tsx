import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { ComponentType } from 'react';
import { Route, Routes, useParams } from 'react-router-dom';
import { MissingScreen } from '../shell/missing.screen.tsx';
import { EntryEditScreen } from './entry-edit.tsx';
import { EntryListScreen } from './entry-list.tsx';
import { EntryOrderScreen } from './entry-order.tsx';
import { KINDS, type KindView } from './kinds.ts';
import './resources.ts';

/** The screens of one kind of entry: its list, its order, one entry, a new one. */
export function entriesScreen(kind: EntryKind): { default: ComponentType } {
  const view = KINDS[kind];
  return {
    default: () => (
      <Routes>
        <Route index element={<EntryListScreen view={view} />} />
        <Route path="order" element={<EntryOrderScreen view={view} />} />
        <Route path="new" element={<EntryEditScreen view={view} />} />
        <Route path="entry/:key" element={<Keyed view={view} />} />
        <Route path="*" element={<MissingScreen />} />
      </Routes>
    ),
  };
}

/** Another entry is another form: nothing that was typed goes over to it. */
function Keyed({ view }: { readonly view: KindView }) {
  const { key = '' } = useParams();
  return <EntryEditScreen key={key} view={view} entryKey={key} />;
}
