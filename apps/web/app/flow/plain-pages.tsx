import {
  PLAIN_SIGN_UP_PATH,
  type PlainHidden,
  type PlainView,
} from '@bonisa/contract/plain-sign-up';
import type { SiteConfig } from '@bonisa/contract/site-config';
import { languageTag } from '@bonisa/domain/languages';
import { formatMsisdn, parseMsisdn } from '@bonisa/domain/numbers/msisdn';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { themeColour } from '../brand.ts';
import { ofStatus } from '../browser/problem-words.ts';
import { Button } from '../design/button.tsx';
import { ErrorNotice, Notice } from '../design/notice.tsx';
import { STYLES_PLACE, withStyles } from '../design/page-styles.ts';
import { RadioList } from '../design/radio-list.tsx';
import { StepBand } from '../design/step-band.tsx';
import { TextField } from '../design/text-field.tsx';
import { BareFrame } from '../layouts/bare-layout.tsx';
import { language } from '../words/find-text.ts';
import { LanguageChoice } from '../words/language-choice.tsx';
import { say, sayWith } from '../words/words.ts';
import { OfferTaken, whenTaken } from './confirm-screen.tsx';
import { isFreeAtFirst } from './flow.state.ts';
import { afterAccept, describeFailure, offerPrice } from './flow.words.ts';
import { numberHelp } from './number-screen.tsx';
import { noteOf, OfferLabel } from './packages-screen.tsx';
import {
  Actions,
  ChangeNumber,
  Exit,
  Press,
  ProblemText,
  StopWords,
  strong,
  TermsLink,
  unbroken,
  wordsOf,
} from './plain-parts.tsx';
import { takenWords } from './taken-words.ts';

type ViewOf<Screen extends PlainView['screen']> = Extract<PlainView, { screen: Screen }>;

/**
 * A page of the sign-up without a script, as text, in the language of the rendering. The pages of a
 * browser with scripts are React's; these have the same words and styles, and forms alone.
 */
export function plainPage(config: SiteConfig, view: PlainView): string {
  const { brand } = config;
  const styles = STYLES_PLACE + (brand.look?.style ?? '');
  const { heading, title, content, step } = screenOf(view, config);
  const page = (
    <html lang={languageTag(language())}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content={themeColour(brand)} />
        <title>{`${title} · ${brand.name}`}</title>
        <link rel="icon" href="/icons/mark.svg" type="image/svg+xml" />
        <style
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the style sheet of our own build, and that of the brand from checked colours
          dangerouslySetInnerHTML={{ __html: styles }}
        />
      </head>
      <body>
        <BareFrame brand={brand}>
          <div className="flow">
            <StepBand />
            <div className="flow-column">
              {step ? <p className="flow-step">{say('flow.step', { step, of: STEPS })}</p> : null}
              <h1 className="text-title">{heading}</h1>
              {content}
            </div>
          </div>
        </BareFrame>
      </body>
    </html>
  );
  return withStyles(`<!DOCTYPE html>${renderToStaticMarkup(page)}`);
}

/** The number, the package and the code: without a script no number is known before. */
const STEPS = 3;

interface Screen {
  /** Its place among them. */
  readonly step?: number;
  readonly title: string;
  readonly heading: string;
  readonly content: ReactNode;
}

function screenOf(view: PlainView, { brand }: SiteConfig): Screen {
  switch (view.screen) {
    case 'number':
      return {
        step: 1,
        title: say('flow.number.title'),
        heading: say('flow.number.heading'),
        content: <NumberForm view={view} carrier={brand.carrier} />,
      };
    case 'packages':
      return {
        step: 2,
        ...same(
          say('flow.packages.heading', { service: brand.name }),
          <PackagesForm view={view} />,
        ),
      };
    case 'unblock':
      return same(say('flow.unblock.heading'), <UnblockForm view={view} service={brand.name} />);
    case 'code':
      return { step: 3, ...same(say('flow.confirm.enter_otp'), <CodeForm view={view} />) };
    case 'pending':
      return same(
        say('flow.pending.heading'),
        <PendingForm view={view} support={brand.supportNumber} />,
      );
    case 'complete':
      return {
        title: say('flow.complete.title'),
        heading: view.signedIn ? say('flow.complete.signed_in') : say('flow.complete.heading'),
        content: <Complete view={view} brand={brand} />,
      };
    case 'refused':
      return same(say('flow.refused'), <Refused view={view} support={brand.supportNumber} />);
  }
}

const same = (heading: string, content: ReactNode): Screen => ({
  title: heading,
  heading,
  content,
});

/** A form of a step. Its number stands in no address: every step is a post to one. */
function StepForm({
  step,
  hidden,
  children,
}: {
  step: string;
  hidden?: PlainHidden;
  children: ReactNode;
}) {
  return (
    <form method="post" action={PLAIN_SIGN_UP_PATH} autoComplete="off" className="mt-5">
      <input type="hidden" name="step" value={step} />
      {Object.entries(hidden ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

function NumberForm({
  view: { typed, problem },
  carrier,
}: {
  view: ViewOf<'number'>;
  carrier: string;
}) {
  return (
    <>
      <ProblemText problem={problem} />
      <StepForm step="number">
        <TextField
          label={say('flow.number.label')}
          name="msisdn"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          defaultValue={typed}
          error={problem?.field === 'number' ? wordsOf(problem) : undefined}
          help={numberHelp(carrier)}
        />
        <p className="mt-4 text-small text-quiet">{say('flow.number.free')}</p>
        <Actions />
      </StepForm>
      <TermsLink />
      <LanguageChoice />
    </>
  );
}

function PackagesForm({ view: { msisdn, offers, hidden, problem } }: { view: ViewOf<'packages'> }) {
  const allFree = offers.every(isFreeAtFirst);
  return (
    <>
      <ProblemText problem={problem} />
      <StepForm step="package" hidden={hidden}>
        {allFree ? (
          <div className="mb-5">
            <Notice tone="good">{say('flow.packages.trial')}</Notice>
          </div>
        ) : null}
        <RadioList
          legend={say('flow.packages.choose')}
          name="package"
          error={problem?.field === 'package' ? say('flow.error.package') : undefined}
          choices={offers.map((offer) => ({
            value: offer.id,
            label: <OfferLabel offer={offer} />,
            note: noteOf(offer, allFree),
          }))}
        />
        <p className="mt-3">
          {sayWith('flow.packages.for_number', { number: strong }, { msisdn: shown(msisdn) })}{' '}
          <ChangeNumber />
        </p>
        <Actions />
      </StepForm>
      <TermsLink />
    </>
  );
}

function UnblockForm({
  view: { hidden, problem },
  service,
}: {
  view: ViewOf<'unblock'>;
  service: string;
}) {
  return (
    <>
      <ProblemText problem={problem} />
      <p className="mt-4 text-heading">{say('flow.unblock.blocked')}</p>
      <p className="mt-3">{say('flow.unblock.accept', { service })}</p>
      <p className="mt-3">{say('flow.unblock.decline')}</p>
      <StepForm step="unblock" hidden={hidden}>
        <div className="flow-actions">
          <Press name="accept">{say('flow.accept')}</Press>
          <Press name="decline">{say('flow.decline')}</Press>
        </div>
      </StepForm>
    </>
  );
}

function CodeForm({
  view: { msisdn, offer, sentAgain, hidden, problem },
}: {
  view: ViewOf<'code'>;
}) {
  const failure = problem && describeFailure(problem.description, wordsOf(problem));
  const isOfCode = problem?.field === 'otp' || (problem?.outcome && failure?.field === 'otp');
  const remedy = problem?.outcome ? afterAccept(problem.outcome) : undefined;
  return (
    <>
      {failure && !isOfCode ? (
        <div className="mt-5 grid gap-3">
          <ErrorNotice>{failure.text}</ErrorNotice>
          {remedy ? <p>{remedy}</p> : null}
        </div>
      ) : null}
      <StepForm step="accept" hidden={hidden}>
        <p>
          {sayWith('flow.otp.sent_to', { number: strong }, { msisdn: shown(msisdn) })}{' '}
          <ChangeNumber />
        </p>
        {sentAgain ? (
          <p role="status" className="mt-2">
            {say('flow.otp.sent_again')}
          </p>
        ) : null}
        <TextField
          className="mt-3"
          label={say('flow.otp')}
          name="otp"
          code
          inputMode="numeric"
          autoComplete="one-time-code"
          error={isOfCode ? failure?.text : undefined}
          remedy={isOfCode ? remedy : undefined}
        />
        <OfferTaken offer={offer} />
        <div className="flow-actions flow-decide">
          <p className="flow-terms" data-price={`${offerPrice(offer)}, ${whenTaken(offer)}`}>
            <a href="/terms-and-conditions" className="text-link py-3">
              {say('frame.terms')}
            </a>
          </p>
          <Press name="accept">{say('flow.accept')}</Press>
          <Press name="decline">{say('flow.decline')}</Press>
        </div>
      </StepForm>
      <StepForm step="resend" hidden={hidden}>
        <p className="flow-resend">
          <Button type="submit" look="link">
            {say('flow.otp.resend')}
          </Button>
        </p>
      </StepForm>
    </>
  );
}

function PendingForm({ view: { hidden }, support }: { view: ViewOf<'pending'>; support: string }) {
  return (
    <>
      <p role="status" className="mt-4 text-heading">
        {say('flow.pending.long')}
      </p>
      <p className="mt-3">{say('flow.pending.help')}</p>
      <p className="mt-3">{sayWith('flow.pending.later', { number: unbroken }, { support })}</p>
      <StepForm step="accept" hidden={hidden}>
        <div className="flow-actions">
          <Press name="accept">{say('flow.pending.check')}</Press>
          <Exit />
        </div>
      </StepForm>
    </>
  );
}

function Complete({
  view: { offer, ...taken },
  brand,
}: {
  view: ViewOf<'complete'>;
  brand: SiteConfig['brand'];
}) {
  return (
    <>
      {taken.signedIn ? (
        <p className="mt-4">{say('flow.complete.nothing_taken')}</p>
      ) : (
        <div className="mt-5">
          <Notice tone="good">
            <p className="font-semibold">
              {brand.name} {offer.name}, {offerPrice(offer)}
            </p>
            <p className="mt-1">{takenWords(offer, taken)}</p>
          </Notice>
        </div>
      )}
      <p className="mt-5">{say('flow.plain.watch', { service: brand.name })}</p>
      <StopWords support={brand.supportNumber} />
      <div className="flow-actions">
        <Exit />
      </div>
    </>
  );
}

function Refused({
  view: { description, status },
  support,
}: {
  view: ViewOf<'refused'>;
  support: string;
}) {
  const own = language() === 'en' ? undefined : ofStatus(status);
  return (
    <>
      <div className="mt-5">
        <ErrorNotice>{own ?? description}</ErrorNotice>
      </div>
      {status.code === 'ACTIVE' ? <StopWords support={support} /> : null}
      <div className="flow-actions">
        <Exit />
      </div>
    </>
  );
}

function shown(msisdn: string): string {
  const number = parseMsisdn(msisdn);
  return number ? formatMsisdn(number) : '';
}
