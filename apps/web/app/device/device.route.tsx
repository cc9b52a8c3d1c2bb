import { say } from '../words/words.ts';
import type { Route } from './+types/device.route.ts';
import { DeviceScreen } from './device-screen.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${say('device.title')} · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

/**
 * `/device`: where the code of a television or app is typed (RFC 8628). The page is the same for
 * everybody; a code in its address (`?code=`) is read in the browser and grants nothing by itself.
 */
export default function Device() {
  return <DeviceScreen />;
}
