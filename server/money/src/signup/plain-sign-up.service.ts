import type { PlainHidden, PlainProblem, PlainView } from '@bonisa/contract/plain-sign-up';
import { LANGUAGES, type Language } from '@bonisa/domain/languages';
import { parseRand } from '@bonisa/domain/money/rand';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { readTypedCode } from '@bonisa/domain/numbers/typed-code';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import { type RequestOrigin, typedMsisdnOf } from '@bonisa/kit/http/request-values';
import { hashToken, randomToken } from '@bonisa/kit/secrets/keyed-hash';
import { createSignedTokens } from '@bonisa/kit/secrets/signed-token';
import type { FraudProtection } from '@bonisa/people/fraud/fraud.port';
import type { Identity } from '@bonisa/people/identity/identity';
import { z } from 'zod';
import type { Offer, Offers } from '../subscription/offers.ts';
import type { Accepted } from './accept.types.ts';
import type { Signup } from './signup.ts';
import type { StatusCheck } from './status-check.service.ts';

/** A page may be sent for this long after it was made; a code lives shorter. */
const STATE_LIFE_MS = 30 * 60_000;

/** What the pages have shown so far. The number stands in the form of its own browser only. */
const claimsSchema = z.strictObject({
  transaction: z.string(),
  msisdn: z.string().transform((text) => text as Msisdn),
  /** The visit's hash. */
  visit: z.string(),
  language: z.enum(LANGUAGES),
  /** Whether the number's content lock was lifted for this. */
  unblocked: z.boolean(),
  /** The press whose payment is being confirmed: it may be sent as often as somebody asks. */
  pressed: z.string().optional(),
  /** The offer on the page, once one is chosen: the words beside Accept follow from it. */
  chosen: z
    .strictObject({ id: z.string(), price: z.string(), name: z.string(), trial: z.boolean() })
    .optional(),
});
type Claims = z.output<typeof claimsSchema>;
type Chosen = NonNullable<Claims['chosen']>;
type WithChoice = Claims & { readonly chosen: Chosen };

/** Who sent a form. */
export interface PlainVisitor extends RequestOrigin {
  readonly visitorId: string;
  readonly csrfToken: string;
  readonly signedInAs: number | undefined;
  /** The language that the browser has chosen. */
  readonly language: Language;
}

/** The fields of a form, as the browser sent them. */
export type PlainForm = Readonly<Record<string, string>>;

/** The next page, or `'home'`. `accepted`: whose session the browser is to get. */
export interface PlainStep {
  readonly next: PlainView | 'home';
  readonly language: Language;
  readonly status: number;
  readonly accepted?: Extract<Accepted, { ok: true }>;
}

export interface PlainSignUpDependencies {
  readonly signup: Pick<Signup, 'checkStatus' | 'accept'>;
  readonly identity: Pick<Identity, 'otp' | 'limitPlainSignUps'>;
  readonly fraud: Pick<FraudProtection, 'formToken'>;
  readonly offers: Pick<Offers, 'atPrice' | 'offer' | 'serviceKey'>;
  readonly clock: Clock;
  readonly key: Buffer;
  readonly count: (outcome: string) => void;
}

/**
 * The sign-up of a browser without scripts, one posted form after the other, by the same services
 * as the calls of the flow. It signs nobody in who has a subscription, and takes no network's word
 * for a number: a code proves it (docs/fraud.md).
 */
export function createPlainSignUp(dependencies: PlainSignUpDependencies) {
  const { signup, identity, fraud, offers, clock, key, count } = dependencies;
  const states = createSignedTokens({ key, purpose: 'plain sign-up', claims: claimsSchema });

  const hiddenOf = (claims: Claims, { csrfToken }: PlainVisitor): PlainHidden => ({
    csrf: csrfToken,
    state: states.issue(claims, new Date(clock.now().getTime() + STATE_LIFE_MS)),
  });

  const offerOf = ({ chosen: { id, price, name, trial }, language }: WithChoice): Offer =>
    offers.offer({ ...offers.atPrice(id, centsOf(price)), name }, trial, language);

  const check = (
    claims: Claims,
    visitor: PlainVisitor,
    serviceKey?: string,
  ): Promise<StatusCheck> =>
    signup.checkStatus({
      transactionId: claims.transaction,
      msisdn: claims.msisdn,
      visitorId: visitor.visitorId,
      address: visitor.address,
      signedInAs: visitor.signedInAs,
      heToken: undefined,
      serviceKey,
      unblockFirst: !claims.unblocked,
      language: claims.language,
    });

  const step = (next: PlainStep['next'], { language }: { language: Language }): PlainStep => ({
    next,
    language,
    status: 200,
  });
  const refused = ({ description, code, packages }: StatusCheck, claims: Claims): PlainStep =>
    step({ screen: 'refused', description, status: { code, packages } }, claims);

  const askNumber = async (form: PlainForm, visitor: PlainVisitor): Promise<PlainStep> => {
    const { language, visitorId } = visitor;
    const claims: Claims = {
      transaction: randomToken(),
      msisdn: typedMsisdnOf(form.msisdn ?? ''),
      visit: hashToken(visitorId),
      language,
      unblocked: false,
    };
    return await showPackages(claims, visitor);
  };

  const showPackages = async (
    claims: Claims,
    visitor: PlainVisitor,
    problem?: PlainProblem,
  ): Promise<PlainStep> => {
    const status = await check(claims, visitor);
    if (status.code !== 'NEW') return refused(status, claims);
    const { msisdn } = claims;
    const hidden = hiddenOf(claims, visitor);
    return step({ screen: 'packages', msisdn, offers: status.packages, hidden, problem }, claims);
  };

  /** Has the code sent for an offer that the page has shown, at the price that it has now. */
  const send = async (
    claims: WithChoice,
    visitor: PlainVisitor,
    again: boolean,
  ): Promise<PlainStep> => {
    await identity.limitPlainSignUps({ ...claims, ...visitor });
    const serviceKey = offers.serviceKey(claims.chosen.id, centsOf(claims.chosen.price));
    const status = await check(claims, visitor, serviceKey);
    if (status.code !== 'NEW') return refused(status, claims);
    if (status.contentBlockStatus && !status.otp_sent) return unblock(claims, visitor);
    const offer = status.packages.find(({ id }) => id === claims.chosen.id);
    // A number that its network vouches for got no code: only the pages with scripts take that.
    if (!offer || !status.otp_sent) throw tooOld();
    return await showCode({ ...claims, chosen: chosenOf(offer) }, visitor, { again });
  };

  const unblock = (claims: Claims, visitor: PlainVisitor): PlainStep =>
    step({ screen: 'unblock', hidden: hiddenOf({ ...claims, unblocked: true }, visitor) }, claims);

  /** The page with Accept, made for the newest code of this transaction. */
  const showCode = async (
    claims: WithChoice,
    visitor: PlainVisitor,
    { again = false, problem }: { again?: boolean; problem?: PlainProblem },
  ): Promise<PlainStep> => {
    const transactionId = claims.transaction;
    const challenge = await identity.otp.newest({ ...visitor, ...claims, transactionId });
    if (!challenge) throw tooOld();
    const kit = fraud.formToken({ ...visitor, transactionId }, challenge.id);
    const hidden = { ...hiddenOf(claims, visitor), kit };
    const { msisdn } = claims;
    const offer = offerOf(claims);
    return step({ screen: 'code', msisdn, offer, sentAgain: again, hidden, problem }, claims);
  };

  const accept = async (
    form: PlainForm,
    claims: WithChoice,
    visitor: PlainVisitor,
  ): Promise<PlainStep> => {
    const { id, price, name } = claims.chosen;
    const offer = offerOf(claims);
    const otp = readTypedCode(form.otp ?? '') ?? form.otp ?? '';
    const pressed = hashToken(`${form.kit} ${otp}`);
    if (claims.pressed !== pressed) await identity.limitPlainSignUps({ ...claims, ...visitor });
    const accepted = await signup.accept({
      transactionId: claims.transaction,
      msisdn: claims.msisdn,
      ...visitor,
      heToken: undefined,
      serviceKey: offers.serviceKey(id, centsOf(price)),
      freeId: offer.free_id || undefined,
      price: centsOf(price),
      name,
      otp,
      fraudToken: form.kit,
      withoutScript: true,
      contentBlockOverride: claims.unblocked,
      language: claims.language,
    });
    count(accepted.outcome);
    if (accepted.ok)
      return {
        ...step(
          {
            screen: 'complete',
            offer,
            signedIn: accepted.outcome === 'signed_in',
            freeTrial: accepted.freeTrial,
            paidUntil: accepted.subscription.paidUntil?.toISOString() ?? null,
          },
          claims,
        ),
        accepted,
      };
    const { outcome, description } = accepted;
    switch (outcome) {
      case 'payment_pending':
        // The very same form again: it is answered from what is known of its attempt.
        return step(
          {
            screen: 'pending',
            hidden: { ...hiddenOf({ ...claims, pressed }, visitor), kit: form.kit ?? '', otp },
          },
          claims,
        );
      case 'content_blocked':
        return unblock(claims, visitor);
      case 'number_blocked':
        return step(
          { screen: 'refused', description, status: { code: 'BLOCKED', packages: [] } },
          claims,
        );
      case 'terms_changed':
      case 'package_missing':
        return await showPackages(claims, visitor, { field: null, description, outcome });
      default: {
        const field = outcome.startsWith('otp_') ? 'otp' : null;
        return await showCode(claims, visitor, { problem: { field, description, outcome } });
      }
    }
  };

  /** A form whose state is ours, of this very visit, and not too old. */
  const claimsOf = ({ csrf, state }: PlainForm, visitor: PlainVisitor): Claims => {
    const read = states.read(state ?? '', clock.now());
    if (csrf === visitor.csrfToken && read.ok && read.claims.visit === hashToken(visitor.visitorId))
      return read.claims;
    throw tooOld();
  };

  const choose = async (form: PlainForm, claims: Claims, visitor: PlainVisitor) => {
    if (!form.package)
      return await showPackages(claims, visitor, {
        field: 'package',
        description: 'Selected Package missing, please try subscribing again',
        outcome: 'package_missing',
      });
    const status = await check(claims, visitor);
    if (status.code !== 'NEW') return refused(status, claims);
    const offer = status.packages.find(({ id }) => id === form.package);
    if (!offer) throw tooOld();
    return await send({ ...claims, chosen: chosenOf(offer) }, visitor, false);
  };

  const answer = async (form: PlainForm, visitor: PlainVisitor): Promise<PlainStep> => {
    if (form.step === undefined || form.step === 'number') return await askNumber(form, visitor);
    const claims = claimsOf(form, visitor);
    if (form.step === 'package') return await choose(form, claims, visitor);
    if (form.press === 'decline') {
      count('declined');
      return step('home', claims);
    }
    if (!hasChoice(claims)) throw tooOld();
    try {
      if (form.step === 'unblock') return await send(claims, visitor, false);
      if (form.step === 'resend') return await send(claims, visitor, true);
      // Only a press of Accept counts; a form that came without its button shows the page again.
      return form.press === 'accept'
        ? await accept(form, claims, visitor)
        : await showCode(claims, visitor, {});
    } catch (error) {
      if (!(error instanceof AppError) || form.step === 'unblock') throw error;
      const problem = { field: null, ...problemOf(error) };
      return { ...(await showCode(claims, visitor, { problem })), status: error.status };
    }
  };

  return {
    /** The answer to a form; what cannot be answered leads back to the number, with the reason. */
    answer: async (form: PlainForm, visitor: PlainVisitor): Promise<PlainStep> => {
      try {
        return await answer(form, visitor);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const field = error.code === 'invalid_msisdn' ? 'number' : null;
        const problem: PlainProblem = { field, ...problemOf(error) };
        const typed = form.msisdn?.slice(0, 32) ?? '';
        return { ...step({ screen: 'number', typed, problem }, visitor), status: error.status };
      }
    },
  };
}

function hasChoice(claims: Claims): claims is WithChoice {
  return claims.chosen !== undefined;
}

function chosenOf({ id, price, name, free_id }: Offer): Chosen {
  return { id, price, name, trial: free_id !== '' };
}

/** The price of an offer that we signed. */
function centsOf(price: string): number {
  const cents = parseRand(price);
  if (cents === undefined) throw new Error('a signed price cannot be read');
  return cents;
}

function problemOf({ code, message, reason, retryAfter }: AppError): Omit<PlainProblem, 'field'> {
  return { description: message, code, retryAfter, ...(reason ? { outcome: reason } : {}) };
}

/** The form is not of this visit, too old, or not in its order. */
function tooOld(): AppError {
  return new AppError(
    'csrf_token_invalid',
    'This page has become too old. Please start again with your number.',
  );
}
