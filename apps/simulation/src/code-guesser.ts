import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { PACKAGES } from '@bonisa/domain/packages/package-catalogue';
import { count, type Tally } from './crash-injector.ts';
import type { Driver } from './driver.ts';
import { MINUTE_MS } from './handsets.ts';
import type { Press } from './person.ts';
import type { RandomSource } from './random.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface CodeGuesserParts {
  readonly randomOf: RandomSource;
  readonly clock: VirtualClock;
  readonly driver: Pick<Driver, 'accept' | 'askForCode'>;
  readonly done: Tally;
  readonly schedule: (at: number, name: string, run: () => Promise<void>) => void;
  readonly numbers: readonly Msisdn[];
  /** A wrong code let the guesser in. */
  readonly onGuessed: () => void;
}

const ADDRESS = '198.51.100.7';
const TRIES_OF_A_CODE = 5;

/**
 * Walks through the numbers with codes that are wrong, from one address and a fresh visit each time
 * (a cookie is easily dropped). Luck is left out: what it is worth is computed in docs/fraud.md;
 * here the tries are counted against their limits.
 */
export function createCodeGuesser({
  randomOf,
  clock,
  driver,
  done,
  schedule,
  numbers,
  onGuessed,
}: CodeGuesserParts) {
  const guess = async (asked: Press, code: string): Promise<boolean> => {
    const answer = await driver.accept({ ...asked, otp: code });
    count(done, `guesses a code: ${answer.outcome}`);
    if (answer.ok) onGuessed();
    return answer.outcome === 'otp_invalid';
  };

  const walk = async (turn: number): Promise<void> => {
    const random = randomOf('guesser', turn);
    const [msisdn, one] = [random.pick(numbers), random.pick(PACKAGES)];
    const asked: Press = {
      transactionId: `guess ${turn}`,
      msisdn,
      packageId: one.id,
      visitorId: `guesser ${turn}`,
      address: ADDRESS,
    };
    if (!(await driver.askForCode(asked))) return;
    const right = Number(asked.otp);
    for (let wrong = 1; wrong <= TRIES_OF_A_CODE; wrong++) {
      if (!(await guess(asked, String((right + wrong) % 10_000).padStart(4, '0')))) return;
    }
  };

  const begin = (turn: number): void => {
    schedule(
      clock.at() + Math.round(randomOf('guesses', turn).between(15, 90) * MINUTE_MS),
      'somebody guesses',
      async () => {
        begin(turn + 1);
        schedule(clock.at(), 'somebody walks through numbers', () => walk(turn));
      },
    );
  };

  return { begin: (): void => begin(1) };
}
