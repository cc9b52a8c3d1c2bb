import { useEffect, useState } from 'react';
import { useViewer } from '../browser/viewer.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { StepBand } from '../design/step-band.tsx';
import { signInAddress } from '../titles/addresses.ts';
import { say } from '../words/words.ts';
import { AnswerScreen } from './answer-screen.tsx';

/** The sign-in of a device: the viewer's own sign-in, the code, then the answer. */
export function DeviceScreen() {
  const viewer = useViewer();
  const code = useCodeInAddress();
  const isKnown = viewer.state === 'known' && code !== undefined;
  return (
    <div className="flow">
      <StepBand />
      <div className="flow-column">
        {isKnown && viewer.viewer.signed_in ? <AnswerScreen codeInAddress={code} /> : null}
        {isKnown && !viewer.viewer.signed_in ? <Visitor code={code} /> : null}
        {viewer.state === 'failed' ? (
          <div className="grid justify-items-start gap-4">
            <ErrorNotice>{say('profile.failed')}</ErrorNotice>
            <Button onClick={viewer.retry}>{say('try_again')}</Button>
          </div>
        ) : null}
        {viewer.state === 'waiting' || code === undefined ? <Waiting /> : null}
      </div>
    </div>
  );
}

/** What the server renders for everybody, until the viewer is known. */
function Waiting() {
  return (
    <>
      <h1 className="text-title">{say('device.heading_code')}</h1>
      <p className="mt-3">{say('device.intro')}</p>
      <div
        className="waiting needs-script mt-5 h-40"
        role="status"
        aria-label={say('one_moment')}
      />
      <noscript>
        <p className="mt-4">{say('device.no_script')}</p>
      </noscript>
    </>
  );
}

function Visitor({ code }: { code: string }) {
  const here = code === '' ? '/device' : `/device?code=${encodeURIComponent(code)}`;
  return (
    <>
      <h1 className="text-title">{say('device.title')}</h1>
      <p className="mt-3">{say('device.intro')}</p>
      <p className="mt-3 text-quiet">{say('device.visitor')}</p>
      <div className="flow-actions">
        <ButtonLink look="primary" wide to={signInAddress(here)}>
          {say('profile.sign_in')}
        </ButtonLink>
        <ButtonLink wide to="/">
          {say('flow.exit')}
        </ButtonLink>
      </div>
    </>
  );
}

const LONGEST_CODE = 40;

/** The code in the page's address, '' without one; `undefined` until the browser has read it. */
function useCodeInAddress(): string | undefined {
  const [code, setCode] = useState<string>();
  useEffect(() => {
    const given = new URLSearchParams(location.search).get('code') ?? '';
    setCode(given.slice(0, LONGEST_CODE));
  }, []);
  return code;
}
