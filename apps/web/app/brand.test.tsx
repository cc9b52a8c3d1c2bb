import type { ShownPackage } from '@bonisa/contract/site-config';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, it } from 'vitest';
import { START } from './flow/flow.state.ts';
import { NumberScreen } from './flow/number-screen.tsx';
import Invite from './profile/invite.route.tsx';
import { Pitch } from './titles/pitch.tsx';
import { PricePanel } from './titles/price-panel.tsx';

const DAILY: ShownPackage = { id: 'daily', period: 'day', price: 500, trial: true };

/** The screen of a site that sells these packages, as text with its tags. */
function shown(screen: ReactElement, packages: readonly ShownPackage[]): string {
  const Site = createRoutesStub([{ id: 'root', path: '/', Component: () => screen }]);
  const config = { brand: { name: 'Bonisa' }, packages };
  return renderToString(
    <Site initialEntries={['/']} hydrationData={{ loaderData: { root: { config } } }} />,
  );
}

/** What a site sells whose packages have no free day, or differ, or that sells nothing. */
const NOT_ALL_FREE = [
  [{ ...DAILY, trial: false }],
  [DAILY, { ...DAILY, id: 'two', trial: false }],
  [],
];

it('promises a free start only where every package that is sold has a free day', () => {
  const pitch = <Pitch words="Stories" />;
  expect(shown(pitch, [DAILY, { ...DAILY, id: 'two' }])).toContain('Start free');
  for (const packages of NOT_ALL_FREE) {
    const paid = shown(pitch, packages);
    if (packages.length > 0) expect(paid).toContain('Choose a package');
    expect(paid).not.toContain('free');
  }
});

it('offers nothing where nothing is sold, and says at the number that it opens soon', () => {
  expect(shown(<Pitch words="" />, [])).toBe('');
  const number = <NumberScreen state={START} cameFor={undefined} />;
  expect(shown(number, [])).toContain('We open soon');
  // Who has a subscription signs in there.
  expect(shown(number, [])).toContain('name="msisdn"');
  expect(shown(number, [DAILY])).not.toContain('We open soon');
});

it('promises a free day beside the prices only where every package has one', () => {
  expect(shown(<PricePanel />, [DAILY])).toContain('The first day is free');
  for (const packages of NOT_ALL_FREE)
    expect(shown(<PricePanel />, packages)).not.toContain('The first day is free');
});

it('invites with a free day only where every package has one', () => {
  const invite = <Invite />;
  expect(shown(invite, [DAILY])).toContain('the first day is free');
  for (const packages of NOT_ALL_FREE)
    expect(shown(invite, packages)).not.toContain('the first day is free');
});

it('promises a free day before the number is known only where every package has one', () => {
  const cameFor = { title: 'Isibane', srcSet: '/a.webp 160w' };
  const screen = <NumberScreen state={START} cameFor={cameFor} />;
  expect(shown(screen, [DAILY])).toContain('First day free for a new number');
  for (const packages of NOT_ALL_FREE) {
    const paid = shown(screen, packages);
    expect(paid).toContain('Isibane');
    expect(paid).not.toContain('First day free');
  }
});
