import { formatRand } from '@bonisa/domain/money/rand';
import { findPackage } from '@bonisa/domain/packages/package-catalogue';
import { DAY_MS, MINUTE_MS } from './handsets.ts';
import type { ConsentLine } from './inspection.repository.ts';
import type { Life } from './read-model.ts';
import { type Finding, ofSubscriptions, type Rule, shown } from './rules.ts';
import type { SentCode } from './seeded-carrier.ts';

/**
 * A code lives ten minutes; where it granted nothing (too little airtime) it can be pressed again
 * for fifteen more.
 */
const USABLE_FOR_MS = 25 * MINUTE_MS;

/**
 * Each opt-in stands on a message with a code that said its price and whether the first day is
 * free, and each such message on one opt-in.
 */
export const approvedByCode: Rule = (scene) => {
  const taken = new Set<SentCode>();
  return ofSubscriptions(scene, (life) => {
    const consent = life.consents.reduce<ConsentLine | undefined>(
      (first, one) => (first && first.at <= one.at ? first : one),
      undefined,
    );
    if (!consent || !hasBegun(life)) return [];
    const { msisdn, startedAt, id } = life.subscription;
    // Of an owner before the run only a mark is left.
    if (!scene.population.ownerAt(msisdn, startedAt)) return [];
    const shortlyBefore = (scene.codesTo.get(msisdn) ?? []).filter(
      ({ at }) => at <= startedAt && startedAt - at <= USABLE_FOR_MS,
    );
    const said = shortlyBefore.filter(({ text }) => saysIt(text, consent));
    const code = said.findLast((one) => !taken.has(one));
    if (code) {
      taken.add(code);
      return [];
    }
    const about = `subscribed at ${shown(startedAt)} for R${formatRand(consent.price)}`;
    return said.length > 0
      ? [
          {
            invariant: 'code_once',
            subscriptionId: id,
            words: `${about} by a code that had begun another subscription`,
          },
        ]
      : [
          {
            invariant: 'code_matches_offer',
            subscriptionId: id,
            words: `${about}, which no message with a code had said`,
          },
        ];
  });
};

/** Whose first payment was refused has granted nothing: the same code may be pressed again. */
function hasBegun({ charges, consents }: Life): boolean {
  const first = [...charges.values()].filter(({ period }) => period === 1);
  return consents.some(({ trial }) => trial) || first.some(({ state }) => state !== 'denied');
}

function saysIt(text: string, { packageId, price, trial }: ConsentLine): boolean {
  const period = findPackage(packageId)?.period ?? '';
  return (
    text.includes(`R${formatRand(price)}/${period}`) && text.includes('first day FREE') === trial
  );
}

/**
 * What one network may try: ten wrong codes a day, twenty in thirty days (docs/fraud.md). Nobody
 * else in a run types a wrong one.
 */
const WRONG: readonly { readonly max: number; readonly days: number }[] = [
  { max: 10, days: 1 },
  { max: 20, days: 30 },
];

/** Whoever guesses is let in nowhere, and has no more codes judged than the limits allow. */
export const guesserGetsNothing: Rule = ({ guessedAt, wrongCodes }) => {
  const lucky = guessedAt.map((at) => finding(`let in at ${shown(at)} by a code that was wrong`));
  return [
    ...lucky,
    ...WRONG.flatMap(({ max, days }) => tooMany(wrongCodes, max, days * DAY_MS)),
  ].slice(0, 1);
};

function tooMany(wrongCodes: readonly number[], max: number, windowMs: number): Finding[] {
  return wrongCodes.flatMap((at, index) => {
    const first = wrongCodes[index - max];
    const words = `more than ${max} wrong codes were judged from ${shown(first ?? at)} to ${shown(at)}`;
    return first !== undefined && at - first < windowMs ? [finding(words)] : [];
  });
}

function finding(words: string): Finding {
  return { invariant: 'guessing_fails', words };
}
