import type { ReactNode } from 'react';
import { FieldError } from '../design/text-field.tsx';
import { say } from '../words/words.ts';
import { experiences } from './feedback-rules.ts';

/** From a sad to a laughing mouth, each on a wall of its own colour. */
const FACES: readonly { wall: string; mouth: ReactNode }[] = [
  {
    wall: 'var(--color-protea)',
    mouth: <path d="M13 36c3-7 19-7 22 0" />,
  },
  {
    wall: 'var(--color-sunset)',
    mouth: <path d="M14 34c4-3.5 16-3.5 20 0" />,
  },
  { wall: 'var(--color-ochre)', mouth: <path d="M14 32.5h20" /> },
  { wall: 'var(--color-sky)', mouth: <path d="M14 31c4 4.5 16 4.5 20 0" /> },
  {
    wall: 'var(--color-teal)',
    mouth: <path d="M12.5 29h23c-1.5 11-21.5 11-23 0z" fill="var(--color-bone)" />,
  },
];

/**
 * The experience from 1 to 5: five large faces; to keyboards and screen readers a group of radio
 * buttons.
 */
export function RatingFaces({
  error,
  onChange,
}: {
  error: string | undefined;
  onChange: () => void;
}) {
  return (
    <fieldset
      className="min-w-0"
      aria-describedby={error ? 'experience-error' : undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend className="field-label">{say('feedback.experience')}</legend>
      <div className="faces">
        {experiences().map((words, index) => (
          <label key={words} className="face">
            <input type="radio" name="experience" value={index + 1} onChange={onChange} />
            <Face {...(FACES[index] as (typeof FACES)[number])} />
            <span>{words}</span>
          </label>
        ))}
      </div>
      <FieldError id="experience-error">{error}</FieldError>
    </fieldset>
  );
}

/** A stepped mask with diamonds as eyes. */
function Face({ wall, mouth }: { wall: string; mouth: ReactNode }) {
  return (
    <svg
      viewBox="0 0 48 48"
      aria-hidden="true"
      focusable="false"
      stroke="var(--color-ink)"
      strokeWidth="3"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d="M4 44V16h5v-6h6V4h18v6h6v6h5v28z" fill={wall} />
      <path d="M16 16l4 5-4 5-4-5zM32 16l4 5-4 5-4-5z" fill="var(--color-ink)" strokeWidth="1" />
      <g fill="none">{mouth}</g>
    </svg>
  );
}
