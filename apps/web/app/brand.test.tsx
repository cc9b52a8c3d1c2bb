import type { ShownPackage } from '@bonisa/contract/site-config';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, it } from 'vitest';
import { START } from './flow/flow.state.ts';
import { NumberScreen } from './flow/number-screen.tsx';
import { Pitch } from './titles/pitch.tsx';

const DAILY: ShownPackage = { id: 'daily', period: 'day', price: 500, trial: true };

/** The screen of a site that sells these packages, as text with its tags. */
function shown(screen: ReactElement, packages: readonly ShownPackage[]): string {
  const Site = createRoutesStub([{ id: 'root', path: '/', Component: () => screen }]);
  const config = { brand: { name: 'Bonisa' }, packages };
  return renderToString(
    <Site initialEntries={['/']} hydrationData={{ loaderData: { root: { config } } }} />,
  );
}

it('promises a free start only where a package that is sold has a free day', () => {
  const pitch = <Pitch words="Stories" />;
  expect(shown(pitch, [DAILY, { ...DAILY, id: 'two', trial: false }])).toContain('Start free');
  const paid = shown(pitch, [{ ...DAILY, trial: false }]);
  expect(paid).toContain('Choose a package');
  expect(paid).not.toContain('free');
});

it('promises a free day before the number is known only where one is sold', () => {
  const cameFor = { title: 'Isibane', srcSet: '/a.webp 160w' };
  const screen = <NumberScreen state={START} cameFor={cameFor} />;
  expect(shown(screen, [DAILY])).toContain('First day free for a new number');
  const paid = shown(screen, [{ ...DAILY, trial: false }]);
  expect(paid).toContain('Isibane');
  expect(paid).not.toContain('First day free');
});
