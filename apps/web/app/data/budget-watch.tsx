import { lowerChoice } from '@bonisa/domain/playback/data-budget';
import { totalOf, usedIn } from '@bonisa/domain/playback/data-use';
import { formatMegabytes, megabytesOf } from '@bonisa/domain/playback/megabytes';
import { monthOf } from '@bonisa/domain/south-african-time';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../design/button.tsx';
import { showDialog } from '../layouts/show-dialog.ts';
import { ConfirmDialog } from '../profile/confirm-dialog.tsx';
import { toasts } from '../viewer/toast.tsx';
import { say } from '../words/words.ts';
import { budgetQuestion } from './budget-question.ts';
import { CHOICE_WORDS } from './choice-words.ts';
import { choiceNow, choose } from './data-choice.ts';
import { dataMeter } from './data-meter.start.ts';

/**
 * Acts on what the data budget says, on every page: warns once in a toast, and where the budget is
 * used up, pauses what plays and asks whether to go on.
 */
export function BudgetWatch() {
  useBudgetWarning();
  useBudgetStop();
  const isAsked = useSyncExternalStore(budgetQuestion.listen, budgetQuestion.isAsked);
  return isAsked ? <Question /> : null;
}

const advice = () => dataMeter.advice();

function useBudgetWarning(): void {
  const navigate = useNavigate();
  const isDue = useSyncExternalStore(dataMeter.listen, () => advice() === 'warn');
  const warn = useEffectEvent(() => {
    // Nobody sees a toast behind a picture that fills the screen.
    if (advice() !== 'warn' || document.fullscreenElement) return;
    const { used, budget } = wordsOfBudget();
    dataMeter.warned();
    toasts.say(
      say('usage.warning', { used, budget }),
      { label: say('profile.data'), act: () => void navigate('/profile/data') },
      { important: true },
    );
  });
  useEffect(() => {
    if (!isDue) return;
    warn();
    const again = () => warn();
    document.addEventListener('fullscreenchange', again);
    return () => document.removeEventListener('fullscreenchange', again);
  }, [isDue]);
}

/** Stops what plays, and what begins to play, while the budget asks. */
function useBudgetStop(): void {
  useEffect(() => {
    const check = () => {
      if (advice() !== 'ask') return;
      const playing = [...document.querySelectorAll('video')].filter((video) => !video.paused);
      if (playing.length === 0) return;
      for (const video of playing) video.pause();
      void budgetQuestion.ask().then((goesOn) => {
        // A player says itself why it cannot go on.
        if (goesOn) for (const video of playing) video.play().catch(() => undefined);
      });
    };
    check();
    const stopListening = dataMeter.listen(check);
    document.addEventListener('playing', check, true);
    return () => {
      stopListening();
      document.removeEventListener('playing', check, true);
    };
  }, []);
}

function Question() {
  const dialog = useRef<HTMLDialogElement>(null);
  const choice = choiceNow();
  const lower = lowerChoice(choice);
  const { used, budget } = wordsOfBudget();
  useEffect(() => showDialog(dialog.current), []);
  const goOn = (upTo: typeof choice) => {
    dataMeter.goOnToday(upTo);
    if (upTo !== choice) choose(upTo);
    budgetQuestion.answer(true);
  };
  return (
    <ConfirmDialog
      ref={dialog}
      title={say('usage.used_up')}
      problem={undefined}
      // Escape stops too.
      onClose={() => budgetQuestion.answer(false)}
      answers={
        <>
          <Button look="primary" onClick={() => goOn('best')}>
            {say('usage.go_on')}
          </Button>
          {lower ? (
            <Button onClick={() => goOn(lower)}>
              {say('usage.lower', { choice: CHOICE_WORDS[lower].name() })}
            </Button>
          ) : null}
          <Button onClick={() => dialog.current?.close()}>{say('usage.stop')}</Button>
        </>
      }
    >
      <p>{say('usage.used_up.help', { used, budget })}</p>
    </ConfirmDialog>
  );
}

function wordsOfBudget(): { readonly used: string; readonly budget: string } {
  const { use, budget } = dataMeter.read();
  const used = totalOf(usedIn(use, monthOf(new Date())));
  return {
    used: formatMegabytes(megabytesOf(used)),
    budget: formatMegabytes(budget?.megabytes ?? 0),
  };
}
