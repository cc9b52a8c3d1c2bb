import { ACCEPT_ATTRIBUTE } from '@bonisa/contract/guard-page';
import { formatMsisdn, parseMsisdn } from '@bonisa/domain/numbers/msisdn';
import {
  type FormEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link, PrefetchPageLinks } from 'react-router';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { TextField } from '../design/text-field.tsx';
import { say, sayWith } from '../words/words.ts';
import type { HistoryMark } from './flow.arrival.ts';
import {
  chosenOffer,
  type FlowState,
  flowStep,
  isFreeAtFirst,
  type Kit,
  type Offer,
  type Problem,
  type Run,
} from './flow.state.ts';
import { beforeAccept, cheaperOffers, insufficientAirtime, offerPrice } from './flow.words.ts';
import {
  CameForTitle,
  ChangeNumber,
  FlowScreen,
  ProblemNotice,
  useFocusOnProblem,
} from './flow-screen.tsx';
import { runKit, sealedToken } from './fraud-kit.ts';
import { storedCameFor } from './stored-came-for.ts';
import { send } from './use-flow.ts';

/**
 * The proof of the number and the price, then Accept or Decline (rows S3, F4, F5, V2). A number
 * with a subscription only signs in.
 */
export function ConfirmScreen({ state: { run, step, problem } }: { state: FlowState }) {
  const field = useRef<HTMLInputElement>(null);
  const kit = step.at === 'confirm' ? step.kit : undefined;
  const judged = useKit(kit);
  const offer = chosenOffer(run);
  const asksOtp = !run.proven;
  const signsIn = run.held !== null;
  useFocusOnProblem(problem, 'otp', () => field.current);
  const sentAgain = useSentAgain(run, problem, field);
  const [cameFor] = useState(storedCameFor);

  const accept = (event: FormEvent) => {
    event.preventDefault();
    // The guard has sealed the press into the token before this handler runs.
    if (kit?.state === 'ready')
      send({
        type: 'accept_pressed',
        otp: field.current?.value ?? '',
        fraudToken: sealedToken(kit),
      });
  };

  return (
    <FlowScreen
      heading={headingOf(run)}
      step={signsIn || run.again !== null ? undefined : flowStep(run, 'confirm')}
    >
      {signsIn ? null : <CameForTitle cameFor={cameFor} freeTrial={isFreeAtFirst(offer)} />}
      {run.again === null || signsIn ? null : <OtherPackage run={run} />}
      {run.held === null ? null : (
        <div className="mt-5">
          <Notice>{run.held}</Notice>
        </div>
      )}
      {kit?.state === 'failed' && kit.text === problem?.text ? null : (
        <ProblemNotice problem={problem}>
          {problem?.text === insufficientAirtime() && offer ? (
            <AirtimeHelp run={run} offer={offer} recharge={problem.recharge} />
          ) : null}
        </ProblemNotice>
      )}
      {kit?.state === 'failed' ? <ProblemNotice problem={kitProblem(kit.text)} /> : null}
      <form method="post" action="/subscribe/confirm" noValidate onSubmit={accept} className="mt-3">
        {asksOtp ? (
          <>
            <SentTo run={run} />
            <TextField
              ref={field}
              className="mt-3"
              label={say('flow.otp')}
              name="otp"
              code
              inputMode="numeric"
              autoComplete="one-time-code"
              enterKeyHint="done"
              error={problem?.field === 'otp' ? problem.text : undefined}
              remedy={problem?.field === 'otp' ? problem.more : undefined}
              onInput={() => send({ type: 'otp_edited' })}
            />
            <p role="status" className={sentAgain ? 'mt-2' : 'sr-only'}>
              {sentAgain ? say('flow.otp.sent_again') : ''}
            </p>
            <ResendOtp
              at={run.resendAt}
              busy={step.at === 'sending'}
              idle={step.at === 'confirm'}
            />
          </>
        ) : null}
        {signsIn ? (
          <p className="mt-5">{say('flow.confirm.signs_in')}</p>
        ) : offer ? (
          <OfferTaken offer={offer} />
        ) : null}
        <div className="flow-actions flow-decide">
          {offer && !signsIn ? (
            <p className="flow-terms" data-price={`${offerPrice(offer)}, ${whenTaken(offer)}`}>
              <Link to="/terms-and-conditions" className="text-link py-3">
                {say('frame.terms')}
              </Link>
            </p>
          ) : null}
          <Button
            type="submit"
            look="primary"
            wide
            busy={step.at === 'accepting' || step.at === 'complete'}
            disabled={
              step.at === 'confirm'
                ? !judged
                : step.at === 'sending' || step.at === 'declining' || step.at === 'left'
            }
            {...{ [ACCEPT_ATTRIBUTE]: '' }}
          >
            {say('flow.accept')}
          </Button>
          <Button
            wide
            busy={step.at === 'declining'}
            disabled={step.at === 'accepting'}
            onClick={() => send({ type: 'decline_pressed' })}
          >
            {say('flow.decline')}
          </Button>
        </div>
      </form>
      <PrefetchPageLinks page="/subscribe/complete" />
    </FlowScreen>
  );
}

/** When the price is charged. */
export function whenTaken(offer: Offer): string {
  return isFreeAtFirst(offer) ? say('flow.first_day_free') : say('flow.taken_now');
}

function headingOf(run: Run): string {
  if (!run.proven) return say('flow.confirm.enter_otp');
  return run.held === null ? say('flow.confirm.heading') : say('flow.confirm.welcome_back');
}

/**
 * Whether Resend OTP has sent another code while this screen was shown. The field is then empty and
 * focused: what stood in it no longer counts.
 */
function useSentAgain(
  { resendAt }: Pick<Run, 'resendAt'>,
  problem: Problem | null,
  field: RefObject<HTMLInputElement | null>,
): boolean {
  const sentAt = useRef(resendAt);
  const [again, setAgain] = useState(false);
  useEffect(() => {
    if (sentAt.current === resendAt) return;
    sentAt.current = resendAt;
    // After a proof that has expired a code can be asked for; none was sent.
    if (problem !== null || !field.current) return;
    field.current.value = '';
    field.current.focus();
    setAgain(true);
  }, [resendAt, problem, field]);
  return again;
}

/** What is missing for the price, and what can be done about it. */
function AirtimeHelp({
  run,
  offer,
  recharge,
}: {
  run: Run;
  offer: Offer;
  recharge: Problem['recharge'];
}) {
  const cheaper = cheaperOffers(run.offers, offer)[0];
  const code = recharge?.code;
  const mark: HistoryMark = { transactionId: run.transactionId, place: 'packages' };
  return (
    <p>
      {say('flow.airtime.needs', { package: offer.name, price: offer.price })}{' '}
      {code ? (
        <a href={`tel:${code.replace('#', '%23')}`} className="text-link py-3 whitespace-nowrap">
          {say('payment.dial', { code })}
        </a>
      ) : null}{' '}
      {cheaper ? (
        <Link to="/enter-number" state={mark} className="text-link py-3">
          {say('flow.airtime.cheaper', { package: cheaper.name, price: offerPrice(cheaper) })}
        </Link>
      ) : null}
    </p>
  );
}

/** The way from a package that is taken again to the others. */
function OtherPackage({ run }: { run: Run }) {
  const mark: HistoryMark = { transactionId: run.transactionId, place: 'packages' };
  return (
    <p className="mt-3">
      <Link to="/enter-number" state={mark} className="text-link py-3 whitespace-nowrap">
        {say('account.change')}
      </Link>
    </p>
  );
}

/** The problem notice of a fraud kit that could not be fetched (row X7). */
function kitProblem(text: string): Problem {
  return { field: null, text, ...beforeAccept({ kind: 'lost' }, false) };
}

/** Runs each fraud kit when it arrives; returns whether a press can now be judged. */
function useKit(kit: Kit | undefined): boolean {
  const [judging, setJudging] = useState<Kit>();
  useLayoutEffect(() => {
    if (kit?.state === 'ready') runKit(kit, () => setJudging(kit));
  }, [kit]);
  return kit !== undefined && judging === kit;
}

function SentTo({ run }: { run: Run }) {
  const number = parseMsisdn(run.msisdn);
  const mark: HistoryMark = { transactionId: run.transactionId, place: 'number' };
  return (
    <p>
      {sayWith(
        'flow.otp.sent_to',
        { number: (words) => <strong className="whitespace-nowrap">{words}</strong> },
        { msisdn: number ? formatMsisdn(number) : '' },
      )}{' '}
      <Link to="/enter-number" state={mark} className="text-link py-3 whitespace-nowrap">
        <ChangeNumber />
      </Link>
    </p>
  );
}

/** The price and when it is charged, beside Accept, in the words that the consent record stores. */
export function OfferTaken({ offer }: { offer: Offer }) {
  return (
    <div className="offer">
      <p className="offer-price">
        {/* With very large letters the line breaks before the period. */}
        <span>
          R{offer.price}
          <wbr />/{offer.service_period}
        </span>{' '}
        <span className="offer-when">{whenTaken(offer)}</span>
      </p>
      <div className="offer-words">
        {offer.words.map((words, at) => (
          // Three are in the viewer's language; those after them are the English ones.
          <p key={words} lang={at > 2 ? 'en' : undefined}>
            {words}
          </p>
        ))}
      </div>
    </div>
  );
}

interface ResendOtpProps {
  /** When another OTP may be requested (milliseconds since 1970). */
  at: number;
  busy: boolean;
  /** Whether no other call is in flight. */
  idle: boolean;
}

/** Resend OTP, with the seconds until it is enabled (row S3). */
export function ResendOtp({ at, busy, idle }: ResendOtpProps) {
  const seconds = useSecondsUntil(at);
  return (
    <p className="flow-resend">
      <Button
        look="link"
        busy={busy}
        busyLabel={say('flow.otp.sending')}
        disabled={!busy && (!idle || seconds > 0)}
        onClick={() => send({ type: 'resend_pressed', now: Date.now() })}
      >
        {say('flow.otp.resend')}
      </Button>
      {seconds > 0 ? (
        <span className="text-small text-quiet">{say('flow.otp.wait', { seconds })}</span>
      ) : null}
    </p>
  );
}

function useSecondsUntil(at: number): number {
  const left = () => Math.max(0, Math.ceil((at - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts anew where another OTP was sent
  useEffect(() => {
    setSeconds(left());
    const ticking = setInterval(() => {
      const rest = left();
      setSeconds(rest);
      if (rest === 0) clearInterval(ticking);
    }, 500);
    return () => clearInterval(ticking);
  }, [at]);
  return seconds;
}
