// S2 S3: the free first day stands at the packages that have one, and at no other.
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, it } from 'vitest';
import { ConfirmScreen } from './confirm-screen.tsx';
import { FlowDriver, offer } from './flow.test-kit.ts';
import { PackagesScreen } from './packages-screen.tsx';

const CAME_FOR = { title: 'Isibane', srcSet: '/a.webp 160w' };
const MIXED = { packages: [offer('Daily'), offer('Monthly', false)], hasFreeTrial: true };

function shown(screen: ReactElement): string {
  const Site = createRoutesStub([{ path: '/', Component: () => screen }]);
  return renderToStaticMarkup(<Site initialEntries={['/']} />);
}

const packagesOf = ({ state }: FlowDriver): string =>
  shown(<PackagesScreen state={state} cameFor={CAME_FOR} />);

/** The confirm screen of a package where only the daily one has a free day. */
function confirmOf(packageId: string): string {
  const flow = new FlowDriver().toPackages(MIXED).choose(packageId);
  flow.answerStatus({ ...MIXED, otp_sent: true }).answerKit();
  return shown(<ConfirmScreen state={flow.state} />);
}

it('says at Accept that a package without a free day is taken now', () => {
  const monthly = confirmOf('p-grtv-monthly-c-01');
  expect(monthly).toContain('taken now');
  expect(monthly).not.toMatch(/first day free/i);
  const daily = confirmOf('p-grtv-daily-c-01');
  expect(daily).toContain('first day FREE');
  expect(daily).not.toContain('taken now');
});

it('says of each package whether it has a free day where not all have one', () => {
  const mixed = packagesOf(new FlowDriver().toPackages(MIXED));
  expect(mixed).not.toMatch(/Your first day is FREE|First day free/);
  expect(mixed.match(/first day FREE/g)).toHaveLength(1);
  expect(mixed.indexOf('first day FREE')).toBeLessThan(mixed.indexOf('Monthly'));
});

it('says once that the first day is free where every package has one', () => {
  const every = packagesOf(new FlowDriver().toPackages());
  expect(every).toContain('Your first day is FREE');
  expect(every).not.toContain('first day FREE');
  expect(packagesOf(new FlowDriver().toPackages({ hasFreeTrial: false }))).not.toMatch(/free/i);
});
