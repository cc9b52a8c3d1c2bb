import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../browser/api.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { useAction } from '../profile/use-action.ts';
import { dayAndTime } from '../words/dates.ts';
import { say } from '../words/words.ts';
import { deviceWords, type ListedDevice } from './device-words.ts';

/** Where the number is signed in: each browser and device, with its end. */
export function MyDevices() {
  const [devices, setDevices] = useState<readonly ListedDevice[]>();
  const [ended, setEnded] = useState('');
  const { busy, problem, run } = useAction();
  const load = async () => setDevices((await call('devices')).devices);
  const begin = useEffectEvent(() => void run(load));
  useEffect(() => begin(), []);
  const end = (device: ListedDevice) =>
    run(async () => {
      const { csrfToken } = await call('csrfToken');
      await call('endDevice', { id: device.id }, { csrfToken });
      await load();
      setEnded(say('device.ended', { device: deviceWords(device) }));
    });
  return (
    <div id="devices" className="scroll-mt-24">
      <h3 className="font-bold">{say('device.list')}</h3>
      <p className="mb-2 text-quiet">{say('device.list_intro')}</p>
      {problem ? <ErrorNotice>{problem}</ErrorNotice> : null}
      {devices ? (
        <ul className="device-list">
          {devices.map((device) => (
            <Row key={device.id} device={device} busy={busy} onEnd={() => void end(device)} />
          ))}
        </ul>
      ) : (
        <div className="waiting h-24" role="status" aria-label={say('one_moment')} />
      )}
      <p role="status" className="text-small text-quiet">
        {ended}
      </p>
      <ButtonLink className="mt-3" to="/device">
        {say('device.add')}
      </ButtonLink>
    </div>
  );
}

function Row(props: { device: ListedDevice; busy: boolean; onEnd: () => void }) {
  const { device, busy, onEnd } = props;
  const when = dayAndTime(new Date(device.last_used_at));
  return (
    <li>
      <span>
        <strong>{deviceWords(device)}</strong>
        <span className="block text-small text-quiet">{say('device.last_used', { when })}</span>
      </span>
      {device.current ? (
        <span className="text-quiet">{say('device.this_one')}</span>
      ) : (
        <Button
          aria-label={say('device.end', { device: deviceWords(device) })}
          onClick={busy ? undefined : onEnd}
        >
          {say('device.end_short')}
        </Button>
      )}
    </li>
  );
}
