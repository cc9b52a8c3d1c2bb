import type { ReplyOf } from '@bonisa/contract/calls';
import { MOST_DEVICES } from '@bonisa/domain/playback/device-sign-in';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../browser/api.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Fact } from '../design/fact.tsx';
import { ErrorNotice, Notice } from '../design/notice.tsx';
import { TextField } from '../design/text-field.tsx';
import { useAction } from '../profile/use-action.ts';
import { say } from '../words/words.ts';
import { kindWords, minutesSince } from './device-words.ts';

type Request = Extract<ReplyOf<'findDeviceRequest'>, { state: 'waiting' }>;
type Answered = Exclude<ReplyOf<'answerDeviceRequest'>['state'], 'unknown'>;

type Step =
  | { readonly at: 'code'; readonly isWrong: boolean }
  | { readonly at: 'question'; readonly request: Request }
  | { readonly at: 'done'; readonly state: Answered };

/** Steps to the heading of each new step, so that a screen reader reads it. */
function useFocusOnStep(step: Step['at']) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  return heading;
}

/** For a signed-in viewer: the code, what asks under it, and the answer. */
export function AnswerScreen({ codeInAddress }: { codeInAddress: string }) {
  const [step, setStep] = useState<Step>({ at: 'code', isWrong: false });
  const [first, setFirst] = useState(codeInAddress);
  const action = useAction();
  const heading = useFocusOnStep(step.at);

  const find = (user_code: string) =>
    action.run(async () => {
      const { csrfToken } = await call('csrfToken');
      const found = await call('findDeviceRequest', { user_code }, { csrfToken });
      setStep(
        found.state === 'waiting'
          ? { at: 'question', request: found }
          : { at: 'code', isWrong: true },
      );
    });
  const answer = (user_code: string, approve: boolean) =>
    action.run(async () => {
      const { csrfToken } = await call('csrfToken');
      const { state } = await call('answerDeviceRequest', { user_code, approve }, { csrfToken });
      setStep(state === 'unknown' ? { at: 'code', isWrong: true } : { at: 'done', state });
    });
  const startOver = () => {
    setFirst('');
    setStep({ at: 'code', isWrong: false });
  };
  const findAtOnce = useEffectEvent(() => {
    if (codeInAddress !== '') void find(codeInAddress);
  });
  useEffect(() => findAtOnce(), []);

  const title = step.at === 'question' ? say('device.heading_confirm') : say('device.heading_code');
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-title outline-none">
        {step.at === 'done' ? say('device.title') : title}
      </h1>
      {action.problem ? (
        <div className="mt-4">
          <ErrorNotice>{action.problem}</ErrorNotice>
        </div>
      ) : null}
      {step.at === 'code' ? (
        <CodeForm
          first={first}
          isWrong={step.isWrong}
          busy={action.busy}
          onCode={(code) => void find(code)}
        />
      ) : null}
      {step.at === 'question' ? (
        <Question
          request={step.request}
          busy={action.busy}
          onAnswer={(approve) => void answer(step.request.user_code, approve)}
        />
      ) : null}
      {step.at === 'done' ? <Done state={step.state} onAnother={startOver} /> : null}
    </>
  );
}

function CodeForm(props: {
  first: string;
  isWrong: boolean;
  busy: boolean;
  onCode: (code: string) => void;
}) {
  const { first, isWrong, busy, onCode } = props;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isWrong) field.current?.focus();
  }, [isWrong]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = field.current?.value.trim() ?? '';
    if (typed === '') field.current?.focus();
    else onCode(typed);
  };
  return (
    <>
      <p className="mt-3">{say('device.intro')}</p>
      <form method="post" action="/device" noValidate onSubmit={submit} className="mt-5">
        <TextField
          ref={field}
          label={say('device.code')}
          name="user_code"
          defaultValue={first}
          maxLength={40}
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          className="device-code"
          error={isWrong ? say('device.wrong_code') : undefined}
          help={say('device.code_help')}
        />
        <div className="flow-actions">
          <Button type="submit" look="primary" wide busy={busy}>
            {say('device.go_on')}
          </Button>
          <ButtonLink wide to="/">
            {say('flow.exit')}
          </ButtonLink>
        </div>
      </form>
    </>
  );
}

function Question(props: {
  request: Request;
  busy: boolean;
  onAnswer: (approve: boolean) => void;
}) {
  const { request, busy, onAnswer } = props;
  const { user_code: code, kind, name, same_network: isSame, asked_at: askedAt } = request;
  return (
    <>
      <div className="sheet mt-5">
        <p className="text-quiet">{say('device.compare')}</p>
        <p className="device-code-shown">{code}</p>
        <dl className="facts">
          <Fact term={say('device.kind')}>{kindWords(kind)}</Fact>
          {name ? <Fact term={say('device.name')}>“{name}”</Fact> : null}
          <Fact term={say('device.asked')}>
            {say('device.asked_minutes', { minutes: minutesSince(askedAt, new Date()) })}
          </Fact>
          <Fact term={say('device.from')}>
            {isSame ? say('device.from_same') : say('device.from_other')}
          </Fact>
        </dl>
        {isSame ? null : <p className="text-small text-quiet">{say('device.other_note')}</p>}
      </div>
      <p className="mt-4">{say('device.grants')}</p>
      <div className="mt-4">
        <Notice>{say('device.warning')}</Notice>
      </div>
      <div className="flow-actions">
        <Button look="primary" wide busy={busy} onClick={() => onAnswer(true)}>
          {say('device.approve')}
        </Button>
        <Button wide onClick={busy ? undefined : () => onAnswer(false)}>
          {say('device.refuse')}
        </Button>
      </div>
    </>
  );
}

function Done({ state, onAnother }: { state: Answered; onAnother: () => void }) {
  const isGood = state === 'approved';
  const hasProblem = state === 'full' || state === 'blocked';
  const words = doneWords(state);
  return (
    <>
      <div className="mt-5" role={hasProblem ? undefined : 'status'}>
        {hasProblem ? (
          <ErrorNotice>{words}</ErrorNotice>
        ) : (
          <Notice tone={isGood ? 'good' : 'info'}>{words}</Notice>
        )}
      </div>
      <div className="flow-actions">
        <ButtonLink look="primary" wide to="/profile/account#devices">
          {say('device.see_all')}
        </ButtonLink>
        <Button wide onClick={onAnother}>
          {say('device.another')}
        </Button>
      </div>
    </>
  );
}

function doneWords(state: Answered): string {
  switch (state) {
    case 'approved':
      return say('device.approved');
    case 'refused':
      return say('device.refused');
    case 'full':
      return say('device.full', { most: MOST_DEVICES });
    case 'blocked':
      return say('device.blocked');
  }
}
