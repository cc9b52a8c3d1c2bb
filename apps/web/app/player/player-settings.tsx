import type { DataChoice } from '@bonisa/domain/data-choice';
import { formatMegabytes, megabytesOf } from '@bonisa/domain/megabytes';
import type { PlaySource } from '@bonisa/player/playback';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { capHere, choiceNow, costAt } from '../data/data-choice.ts';
import { Button } from '../design/button.tsx';
import type { MediaState } from './media-state.ts';
import { NextSetting } from './next-setting.tsx';
import type { Player } from './use-player.ts';

export type CaptionTrack = PlaySource['captions'][number];

/** The title's captions, and which of them is shown; -1: none. */
export interface CaptionChoice {
  readonly tracks: readonly CaptionTrack[];
  readonly chosen: number;
  choose(index: number): void;
}

interface PlayerSettingsProps {
  player: Player;
  media: MediaState;
  costs: readonly number[];
  captions: CaptionChoice;
  onClose(): void;
}

const CHOICE_WORDS: Readonly<Record<DataChoice, { name: string; note: string }>> = {
  saver: { name: 'Saver', note: 'Few megabytes' },
  standard: { name: 'Standard', note: 'A clear picture' },
  best: { name: 'Best', note: 'As sharp as this screen' },
  audio: { name: 'Audio only', note: 'No picture' },
};
const ORDER: readonly DataChoice[] = ['saver', 'standard', 'best', 'audio'];
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/**
 * The sheet behind the Settings button: data, speed and captions. Each data choice says what the
 * rest of this title costs with it, before it is chosen.
 */
export function PlayerSettings({ player, media, costs, captions, onClose }: PlayerSettingsProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [choice, setChoice] = useState(choiceNow);
  const video = player.video.current;
  const [speed, setSpeed] = useState(video?.playbackRate ?? 1);
  useEffect(() => {
    sheet.current?.showModal();
  }, []);
  const left = media.duration > 0 ? 1 - media.time / media.duration : 1;
  const costOf = (one: DataChoice) =>
    formatMegabytes(megabytesOf(Math.max(0, costAt(costs, capHere(one)) * left) * 1_000_000));

  return (
    <dialog
      ref={sheet}
      className="settings"
      aria-labelledby={heading}
      onClose={onClose}
      onClick={(event) => event.target === sheet.current && sheet.current.close()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="settings-head">
        <h2 id={heading} className="text-heading">
          Settings
        </h2>
        <Button look="quiet" onClick={() => sheet.current?.close()}>
          Done
        </Button>
      </div>
      <Choices
        legend={left < 0.999 ? 'Data for the rest' : 'Data'}
        name="data"
        chosen={choice}
        choices={ORDER.map((one) => ({
          value: one,
          label: CHOICE_WORDS[one].name,
          note: CHOICE_WORDS[one].note,
          mark: costOf(one),
        }))}
        onChoose={(one) => {
          setChoice(one);
          player.choose(one);
        }}
      />
      <NextSetting />
      <Choices
        compact
        legend="Speed"
        name="speed"
        chosen={speed}
        choices={SPEEDS.map((one) => ({ value: one, label: one === 1 ? 'Normal' : `${one}×` }))}
        onChoose={(one) => {
          setSpeed(one);
          if (video) video.playbackRate = one;
        }}
      />
      {captions.tracks.length > 0 ? (
        <Choices
          compact
          legend="Captions"
          name="captions"
          chosen={captions.chosen}
          choices={[
            { value: -1, label: 'Off' },
            ...captions.tracks.map(({ label }, value) => ({ value, label })),
          ]}
          onChoose={captions.choose}
        />
      ) : null}
    </dialog>
  );
}

interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
  readonly note?: string;
  /** At the end of the line: the cost. */
  readonly mark?: ReactNode;
}

interface ChoicesProps<Value> {
  legend: string;
  name: string;
  chosen: Value;
  choices: readonly Choice<Value>[];
  /** Beside each other instead of below each other. */
  compact?: boolean;
  onChoose(value: Value): void;
}

function Choices<Value extends string | number>({
  legend,
  name,
  chosen,
  choices,
  compact,
  onChoose,
}: ChoicesProps<Value>) {
  return (
    <fieldset className="settings-group">
      <legend className="settings-legend">{legend}</legend>
      <div className={compact ? 'settings-chips' : 'settings-list'}>
        {choices.map(({ value, label, note, mark }) => (
          <label key={value} className={compact ? 'settings-chip' : 'settings-choice'}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            <span className="settings-words">
              {label}
              {note ? <span className="settings-note">{note}</span> : null}
            </span>
            {mark ? <span className="cost">{mark}</span> : null}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
