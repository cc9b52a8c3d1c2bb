import {
  brandFolderFiles,
  brandState,
  brandVersion,
  brandVersions,
} from '@bonisa/contract/studio/brand.calls';
import { useSearchParams } from 'react-router-dom';
import { useRead } from '../calls/use-calls.ts';
import { Page } from '../design/page.tsx';
import { Loading, Problem } from '../design/states.tsx';
import { BrandEditor } from './brand-editor.tsx';

const TRAIL = [{ to: '/brand', label: 'Brand' }];

/** A draft of the brand, which begins with a version (`?from=7`) or with the folder. */
export default function BrandEditScreen() {
  const [search] = useSearchParams();
  const from = Number(search.get('from') ?? 0);
  const isVersion = Number.isInteger(from) && from > 0;
  const state = useRead(brandState);
  const newest = useRead(brandVersions, { query: { limit: 1 } }, { isFresh: true });
  const version = useRead(brandVersion, { params: { number: from } }, { enabled: isVersion });
  const folder = useRead(brandFolderFiles, undefined, { enabled: !isVersion });
  const began = isVersion ? version : folder;
  const error = state.error ?? newest.error ?? began.error;
  return (
    <Page
      title="Edit the brand"
      trail={TRAIL}
      intro="A save makes a new version, and nothing is overwritten. Viewers see a version once it is published and the processes have started again."
    >
      {error && <Problem error={error} />}
      {!error && !(state.data && newest.data && began.data) && <Loading />}
      {state.data && newest.data && began.data && (
        <BrandEditor
          key={from}
          began={began.data.files}
          beganWith={isVersion ? from : null}
          newest={newest.data.data[0]}
          state={state.data}
        />
      )}
    </Page>
  );
}
