import { PACKAGES } from '@bonisa/domain/packages/package-catalogue';
import { count, type Tally } from './crash-injector.ts';
import type { Driver } from './driver.ts';
import { HOUR_MS, MINUTE_MS } from './handsets.ts';
import type { Person, Press } from './person.ts';
import type { Random, RandomSource } from './random.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface CodeReuserParts {
  readonly randomOf: RandomSource;
  readonly clock: VirtualClock;
  readonly driver: Pick<Driver, 'accept' | 'askForCode'>;
  readonly done: Tally;
  readonly schedule: (at: number, name: string, run: () => Promise<void>) => void;
  readonly sendStop: (person: Person, all: boolean) => Promise<void>;
  readonly cancel: (person: Person) => Promise<void>;
  /** Presses what was pressed last once more, as somebody who agrees to it. */
  readonly repeatPress: (person: Person, asked: Press) => Promise<void>;
}

const ONE_IN = 9;
const MOST = 12;

/** Whether codes of this handset come into the hands of somebody who stretches them. */
export function isCodeReused(index: number): boolean {
  return index % ONE_IN === 7 && index < ONE_IN * MOST;
}

const TRICKS = [
  'another package',
  'another visit',
  'another transaction',
  'after STOP',
  'a code to sign in',
  'twice',
  'the press again',
] as const;

/**
 * Somebody who comes by codes of a handset and tries to get more for one than its message said: for
 * another package, from another visit, after STOP, twice, or by sending an old press again. The
 * owner has agreed to none of that, unless it is the very press that they made.
 */
export function createCodeReusers({
  randomOf,
  clock,
  driver,
  done,
  schedule,
  sendStop,
  cancel,
  repeatPress,
}: CodeReuserParts) {
  const randomFor = (person: Person, what: string, turn: number): Random =>
    randomOf(what, person.index, person.owner, turn);
  const [daily, , monthly] = PACKAGES;
  if (!daily || !monthly) throw new Error('no packages to stretch a code between');

  const tell = async (trick: string, pressing: ReturnType<Driver['accept']>): Promise<void> => {
    const { outcome } = await pressing;
    count(done, `stretches a code, ${trick}: ${outcome}`);
  };

  const play = async (person: Person, turn: number): Promise<void> => {
    const { msisdn } = person;
    const trick = randomFor(person, 'trick', turn).pick(TRICKS);
    const asked: Press = {
      transactionId: `stretch ${person.index} ${person.owner} ${turn}`,
      msisdn,
      packageId: daily.id,
    };
    if (trick === 'the press again')
      return person.pressed && (await repeatPress(person, person.pressed));
    if (!(await driver.askForCode(asked))) return;
    switch (trick) {
      case 'another package':
        return await tell(trick, driver.accept({ ...asked, packageId: monthly.id }));
      case 'another visit':
        return await tell(trick, driver.accept({ ...asked, visitorId: `thief ${person.index}` }));
      case 'another transaction':
        return await tell(
          trick,
          driver.accept({ ...asked, transactionId: `${asked.transactionId} another` }),
        );
      case 'after STOP':
      case 'a code to sign in':
        // Where nothing is subscribed the code is one for an opt-in, else one to sign in; either is
        // worth nothing after STOP.
        await sendStop(person, false);
        return schedule(clock.at() + MINUTE_MS, 'a code after STOP', () =>
          tell(
            trick,
            driver.accept(trick === 'after STOP' ? asked : { ...asked, packageId: monthly.id }),
          ),
        );
      case 'twice':
        await repeatPress(person, asked);
        return schedule(clock.at() + 2 * MINUTE_MS, 'a code once more', async () => {
          await cancel(person);
          schedule(clock.at() + MINUTE_MS, 'a code once more', () =>
            tell(trick, driver.accept({ ...asked, kit: 'another' })),
          );
        });
    }
  };

  const look = (person: Person, turn: number): void => {
    schedule(
      clock.at() + Math.round(randomFor(person, 'stretches', turn).between(2, 9) * HOUR_MS),
      'somebody comes by a code',
      async () => {
        if (person.ownsUntil !== null) return;
        look(person, turn + 1);
        if (!person.blocked)
          schedule(clock.at(), 'somebody stretches a code', () => play(person, turn));
      },
    );
  };

  return { begin: (person: Person): void => look(person, 1) };
}
