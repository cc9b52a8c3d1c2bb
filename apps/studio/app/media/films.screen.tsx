import { mediaJobs, uploads } from '@bonisa/contract/studio/media.calls';
import { useMay } from '../calls/person.tsx';
import { productNow } from '../calls/settings.ts';
import { useRead } from '../calls/use-calls.ts';
import { size } from '../design/bytes.ts';
import { Card, Page } from '../design/page.tsx';
import { Progress } from '../design/progress.tsx';
import { fromNow } from '../design/time.ts';
import { JobState } from './asset-facts.tsx';
import { FilmLibrary, RemoveFilm } from './film-library.tsx';
import { RetryAllFilms, RetryFilm } from './film-retry.tsx';

const OFTEN_MS = 5000;

/** All films: what arrives, what is packaged, what is there and what plays it. */
export default function FilmsScreen() {
  const mayWrite = useMay('catalogue:write');
  return (
    <Page
      title="Films"
      intro="Every film and what plays it. A film is uploaded at its video or its episode."
      actions={<RetryAllFilms />}
    >
      {mayWrite && <Arriving />}
      <Packaging />
      <FilmLibrary
        action={(asset) => (
          <div className="flex flex-wrap gap-2">
            {asset.problem !== null && <RetryFilm id={asset.id} title={asset.title} />}
            <RemoveFilm asset={asset} />
          </div>
        )}
        hasAction={({ uses, problem }) => uses.length === 0 || problem !== null}
      />
    </Page>
  );
}

function Arriving() {
  const { data } = useRead(uploads, undefined, { refreshMs: OFTEN_MS });
  const arriving = data?.data.filter((one) => one.offset < one.size) ?? [];
  if (arriving.length === 0) return null;
  return (
    <Card title="On their way">
      {arriving.map((one) => (
        <Progress key={one.id} label={one.title} percent={(one.offset / one.size) * 100}>
          {size(one.offset)} of {size(one.size)}, begun {fromNow(one.created_at, productNow())}
        </Progress>
      ))}
    </Card>
  );
}

function Packaging() {
  const { data } = useRead(mediaJobs, undefined, { refreshMs: OFTEN_MS });
  if (!data || data.data.length === 0) return null;
  return (
    <Card title="Packaged now">
      {data.data.map((job) => (
        <JobState key={job.id} job={job} />
      ))}
    </Card>
  );
}
