import type { Cents } from '@bonisa/domain/money/rand';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { PackageId } from '@bonisa/domain/packages/package-catalogue';

/**
 * What a person has agreed to pay, as they remember it: the product's own consent records are held
 * against it.
 */
export interface Agreement {
  readonly from: number;
  readonly packageId: PackageId;
  readonly price: Cents;
  /** When they were told that it is over, or that it never began; `null` while it stands. */
  until: number | null;
}

/** How airtime comes to a handset and goes. */
export type Means = 'steady' | 'scraping' | 'payday' | 'broke';

/** A run through the flow up to the press, kept so that the same press can be sent again. */
export interface Press {
  readonly transactionId: string;
  readonly msisdn: Msisdn;
  readonly packageId: PackageId;
  otp?: string;
  /** With a fresh fraud kit it is another press. */
  readonly kit?: string;
  /** Where it is not the owner's own browser. */
  readonly visitorId?: string;
  readonly address?: string;
}

/**
 * One owner of a number. A number that is given to somebody else has another person, who knows
 * nothing of the one before.
 */
export interface Person {
  /** The how-manieth handset; stands for the number wherever something is printed. */
  readonly index: number;
  readonly msisdn: Msisdn;
  /** 0 for the first owner of the number. */
  readonly owner: number;
  readonly ownsFrom: number;
  ownsUntil: number | null;
  readonly means: Means;
  readonly agreements: Agreement[];
  /** Whether they think that they have a subscription. */
  subscribed: boolean;
  /** Asked never to be subscribed again, and was told so. */
  blocked: boolean;
  /** Had everything removed; what they paid for and had not used up by then is gone too. */
  forgottenAt: number[];
  /**
   * Instants at which something brought the next try forward: top-ups that were told, changes of
   * package, opt-ins.
   */
  readonly nudges: number[];
  /** When they were told that a STOP or STOP ALL was done. */
  readonly stops: { readonly at: number; readonly all: boolean }[];
  impulses: number;
  presses: number;
  /** What they pressed last. */
  pressed?: Press;
}

/** Somebody who has agreed to nothing yet. */
export function createPerson(
  given: Pick<Person, 'index' | 'msisdn' | 'owner' | 'means' | 'ownsFrom'>,
): Person {
  return {
    ...given,
    ownsUntil: null,
    agreements: [],
    subscribed: false,
    blocked: false,
    forgottenAt: [],
    nudges: [],
    stops: [],
    impulses: 0,
    presses: 0,
  };
}

/** Whether a person agreed to this at an instant, and had not taken it back. */
export function hasAgreed(
  { agreements }: Person,
  packageId: string,
  price: Cents,
  at: number,
): boolean {
  return agreements.some(
    (one) =>
      one.packageId === packageId &&
      one.price >= price &&
      one.from <= at &&
      (one.until === null || one.until >= at),
  );
}

/** They were told that nothing more is taken. */
export function endAgreements(person: Person, at: number): void {
  for (const agreement of person.agreements) agreement.until ??= at;
  person.subscribed = false;
}

/** Everybody who ever owned one of the numbers. */
export function createPopulation() {
  const owners = new Map<string, Person[]>();
  const forgotten = new Map<number, string>();
  return {
    add: (person: Person): void =>
      void owners.set(person.msisdn, [...(owners.get(person.msisdn) ?? []), person]),
    /** Whose number it was then. */
    ownerAt: (msisdn: string, at: number): Person | undefined =>
      owners.get(msisdn)?.findLast((person) => person.ownsFrom <= at),
    /** The product is asked to forget whose number this was; the run remembers it. */
    forgetNumber: (subscriberId: number, msisdn: string): void =>
      void forgotten.set(subscriberId, msisdn),
    wasForgotten: (msisdn: string): boolean => [...forgotten.values()].includes(msisdn),
    forgottenNumber: (subscriberId: number): string | undefined => forgotten.get(subscriberId),
  };
}

export type Population = ReturnType<typeof createPopulation>;
