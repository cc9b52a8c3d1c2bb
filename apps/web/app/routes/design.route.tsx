import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '../design/button.tsx';
import { Logo } from '../design/logo.tsx';
import { ErrorNotice, Notice } from '../design/notice.tsx';
import { RadioList } from '../design/radio-list.tsx';
import { StepBand } from '../design/step-band.tsx';
import { TextField } from '../design/text-field.tsx';
import { pageData, siteConfig } from '../page-context.ts';
import { Shelf } from '../titles/shelf.tsx';
import { TitleFacts } from '../titles/title-facts.tsx';
import type { Route } from './+types/design.route.ts';

/** Every design token and component on one page. Demo mode only. */
export async function loader({ context }: Route.LoaderArgs) {
  if (!siteConfig(context).demo) throw new Response(null, { status: 404 });
  return { home: await pageData(context).home() };
}

export const meta: Route.MetaFunction = () => [
  { title: 'Design language' },
  { name: 'robots', content: 'noindex' },
];

const COLOURS = [
  'ink',
  'night',
  'dusk',
  'plum',
  'bone',
  'quiet',
  'ochre',
  'ochre-deep',
  'sunset',
  'protea',
  'teal',
  'sky',
] as const;
const SIZES = ['hero', 'title', 'heading', 'body', 'small'] as const;

export default function Design({ loaderData: { home } }: Route.ComponentProps) {
  const shelf = home.shelves[0];
  const title = shelf?.items[0];
  return (
    <>
      <div className="page-column">
        <h1 className="text-title">Design language</h1>
        <StepBand className="my-6" />
        <Section name="Mark">
          <Logo name="bonisa" />
        </Section>
        <Section name="Colour">
          <Colours />
        </Section>
        <Section name="Type">
          {SIZES.map((size) => (
            <p
              key={size}
              style={{
                fontSize: `var(--text-${size})`,
                lineHeight: `var(--text-${size}--line-height)`,
              }}
              className={
                size === 'body' || size === 'small'
                  ? 'mt-3'
                  : 'font-display font-extrabold tracking-tight mt-3'
              }
            >
              Let us see · {size}
            </p>
          ))}
        </Section>
        <Section name="Buttons">
          <Buttons />
        </Section>
        <Section name="Fields">
          <Fields />
        </Section>
        <Section name="Notices">
          <div className="grid gap-3">
            <Notice>Your first day is free. After that R5.00 a day.</Notice>
            <Notice tone="good">Your subscription is cancelled.</Notice>
            <ErrorNotice>You have insufficient airtime to subscribe.</ErrorNotice>
          </div>
        </Section>
        {title ? (
          <Section name="What a title says">
            <TitleFacts title={title} />
          </Section>
        ) : null}
        <Section name="Shape and motion">
          <Shapes />
        </Section>
      </div>
      {shelf ? (
        <Shelf title={`Shelf: ${shelf.title}`} format={shelf.format} items={shelf.items} />
      ) : null}
    </>
  );
}

function Section({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="mt-10">
      <h2 className="mb-4 text-heading">{name}</h2>
      {children}
    </section>
  );
}

function Colours() {
  return (
    <ul className="grid grid-cols-3 gap-3 md:grid-cols-6">
      {COLOURS.map((colour) => (
        <li key={colour} className="text-small">
          <span
            className="mb-1 block h-16 rounded-card border border-line"
            style={{ background: `var(--color-${colour})` }}
          />
          {colour}
        </li>
      ))}
    </ul>
  );
}

function Buttons() {
  const [busy, setBusy] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="primary">Watch</Button>
      <Button>Exit</Button>
      <Button look="link">Resend OTP</Button>
      <Button disabled>Not now</Button>
      <Button busy={busy} onClick={() => setBusy(true)}>
        Press for busy
      </Button>
      <ButtonLink to="/channels">A link</ButtonLink>
    </div>
  );
}

function Fields() {
  return (
    <form className="grid gap-6" onSubmit={(event) => event.preventDefault()}>
      <TextField label="Mobile number" name="msisdn" type="tel" help="For example 082 123 4567" />
      <TextField
        label="Mobile number, wrong"
        name="msisdn-wrong"
        type="tel"
        error="Please enter a valid carrier Number in the specified format"
      />
      <TextField label="OTP" name="otp" inputMode="numeric" code />
      <RadioList
        legend="Package"
        name="package"
        choices={[
          { value: 'daily', label: 'Daily (R5.00/day)', note: 'First day free' },
          { value: 'weekly', label: 'Weekly (R10.00/week)' },
        ]}
        error="Selected Package missing, please try subscribing again"
      />
    </form>
  );
}

function Shapes() {
  return (
    <ul className="grid grid-cols-3 gap-3 text-small">
      <li className="rounded-mark border border-line-strong bg-night p-4">Mark, 6</li>
      <li className="rounded-card border border-line-strong bg-night p-4">Card, 14</li>
      <li className="rounded-bar border border-line-strong bg-night p-4">Bar, 22</li>
      <li className="col-span-3 text-quiet">
        Motion: 150 ms for a press, 250 ms for a move, none where stillness is asked for.
      </li>
    </ul>
  );
}
