import type { DataChoice } from '@bonisa/domain/playback/data-choice';
import { formatMegabytes, megabytesOf } from '@bonisa/domain/playback/megabytes';
import type { PlaySource } from '@bonisa/player/play-source';
import { type RefObject, useState } from 'react';
import { CHOICE_WORDS, CHOICES_OFFERED, isAsAbove } from '../../data/choice-words.ts';
import { capHere, choiceNow, costAt, heardCosts, likeAudio } from '../../data/data-choice.ts';
import { ShareButton } from '../../share/share-button.tsx';
import type { Playable, Watchable } from '../../watch/watchable.ts';
import { say } from '../../words/words.ts';
import type { MediaState } from '../media-state.ts';
import { NextSetting } from '../next-setting.tsx';
import {
  CAPTION_BACKGROUNDS,
  CAPTION_COLOURS,
  CAPTION_SIZES,
  type CaptionStyle,
} from './caption-style.ts';
import { Choices } from './choices.tsx';
import { Sheet } from './sheet.tsx';
import type { Captions } from './use-captions.ts';

interface SettingsSheetProps {
  video: RefObject<HTMLVideoElement | null>;
  media: MediaState;
  item: Playable;
  source: PlaySource | undefined;
  captions: Captions;
  onChoose(choice: DataChoice): void;
  onClose(): void;
}

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/**
 * The sheet behind the Settings button: data, captions, the language of the sound, and speed. Each
 * data choice says what the rest of this title, or an hour of this channel, costs with it, before
 * it is chosen.
 */
export function SettingsSheet(props: SettingsSheetProps) {
  const { video, media, item, source, captions, onChoose, onClose } = props;
  const [heard, setHeard] = useState(source?.audio_language);
  return (
    <Sheet heading={say('player.settings')} onClose={onClose}>
      {item.kind === 'live' ? (
        <DataChoices legend={say('live.settings.data')} costs={item.costs} onChoose={onChoose} />
      ) : (
        <RestChoices media={media} item={item} onChoose={onChoose} />
      )}
      {item.kind === 'episode' ? <NextSetting /> : null}
      {captions.tracks.length > 0 ? <CaptionChoices captions={captions} /> : null}
      <AudioChoices
        languages={source?.audio_languages ?? []}
        chosen={heard ?? ''}
        onChoose={(language) => {
          setHeard(language);
          likeAudio(language);
        }}
      />
      {item.kind === 'live' ? null : <SpeedChoices video={video} />}
      <div className="mt-5">
        <ShareButton title={item.title} path={item.address} />
      </div>
    </Sheet>
  );
}

/** The data choices for the rest of a title. */
function RestChoices({
  media: { time, duration },
  item: { costs, audioCosts },
  onChoose,
}: Pick<SettingsSheetProps, 'media' | 'onChoose'> & { item: Watchable }) {
  const left = duration > 0 ? Math.max(0, 1 - time / duration) : 1;
  return (
    <DataChoices
      legend={left < 0.999 ? say('player.data.rest') : say('player.data')}
      costs={heardCosts(costs, audioCosts).map((cost) => cost * left)}
      onChoose={onChoose}
    />
  );
}

interface DataChoicesProps extends Pick<SettingsSheetProps, 'onChoose'> {
  legend: string;
  /** In megabytes at each choice; empty: not known. */
  costs: readonly number[];
}

function DataChoices({ legend, costs, onChoose }: DataChoicesProps) {
  const [choice, setChoice] = useState(choiceNow);
  const isKnown = costs.length > 0;
  const costOf = (one: DataChoice) => costAt(costs, capHere(one));
  return (
    <Choices
      legend={legend}
      name="data"
      look="cards"
      chosen={choice}
      choices={CHOICES_OFFERED.map((one) => ({
        value: one,
        label: CHOICE_WORDS[one].name(),
        note:
          isKnown && isAsAbove(one, costOf)
            ? say('usage.choice.as_above')
            : CHOICE_WORDS[one].note(),
        mark: isKnown ? formatMegabytes(megabytesOf(costOf(one) * 1_000_000)) : undefined,
      }))}
      onChoose={(one) => {
        setChoice(one);
        onChoose(one);
      }}
    />
  );
}

function CaptionChoices({ captions }: { captions: Captions }) {
  const { tracks, chosen, style, choose, restyle } = captions;
  return (
    <>
      <Choices
        legend={say('player.captions')}
        name="captions"
        chosen={chosen}
        choices={[
          { value: -1, label: say('player.captions.off') },
          ...tracks.map(({ label }, value) => ({ value, label })),
        ]}
        onChoose={choose}
      />
      {chosen < 0 ? null : (
        <div className="caption-styles">
          <p className="caption-sample" aria-hidden="true">
            <span>Sawubona, Mzansi!</span>
          </p>
          <Choices
            legend={say('player.captions.size')}
            name="caption-size"
            chosen={style.size}
            choices={CAPTION_SIZES.map((size) => ({ value: size, label: STYLE_WORDS[size]() }))}
            onChoose={(size) => restyle({ size })}
          />
          <Choices
            legend={say('player.captions.colour')}
            name="caption-colour"
            chosen={style.colour}
            choices={CAPTION_COLOURS.map((one) => ({ value: one, label: STYLE_WORDS[one]() }))}
            onChoose={(colour) => restyle({ colour })}
          />
          <Choices
            legend={say('player.captions.background')}
            name="caption-background"
            chosen={style.background}
            choices={CAPTION_BACKGROUNDS.map((one) => ({ value: one, label: STYLE_WORDS[one]() }))}
            onChoose={(background) => restyle({ background })}
          />
        </div>
      )}
    </>
  );
}

/** Only where the title has its sound in several languages. */
function AudioChoices(props: {
  languages: NonNullable<PlaySource['audio_languages']>;
  chosen: string;
  onChoose(language: string): void;
}) {
  const { languages, chosen, onChoose } = props;
  if (languages.length < 2) return null;
  return (
    <Choices
      legend={say('player.audio_language')}
      name="audio"
      chosen={chosen}
      choices={languages.map(({ language, label }) => ({ value: language, label }))}
      onChoose={onChoose}
    />
  );
}

function SpeedChoices({ video }: Pick<SettingsSheetProps, 'video'>) {
  const [speed, setSpeed] = useState(() => video.current?.playbackRate ?? 1);
  return (
    <Choices
      legend={say('player.speed')}
      name="speed"
      chosen={speed}
      choices={SPEEDS.map((one) => ({
        value: one,
        label: one === 1 ? say('player.speed.normal') : `${one}×`,
      }))}
      onChoose={(one) => {
        setSpeed(one);
        if (video.current) video.current.playbackRate = one;
      }}
    />
  );
}

type StyleChoice = CaptionStyle[keyof CaptionStyle];

const STYLE_WORDS: Readonly<Record<StyleChoice, () => string>> = {
  small: () => say('player.size.small'),
  normal: () => say('player.size.normal'),
  large: () => say('player.size.large'),
  white: () => say('player.colour.white'),
  yellow: () => say('player.colour.yellow'),
  blue: () => say('player.colour.blue'),
  green: () => say('player.colour.green'),
  dark: () => say('player.ground.dark'),
  half: () => say('player.ground.half'),
  none: () => say('player.ground.none'),
};
