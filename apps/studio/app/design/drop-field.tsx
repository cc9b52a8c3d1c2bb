import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button, type Tone } from './button.tsx';

export interface DropFieldProps {
  /** What is given here, for the button: `Choose a picture`. */
  readonly button: string;
  /** Such as `image/*,.srt`: what the browser's dialog offers. The server decides what it takes. */
  readonly accept: string;
  /** At least one; more than one only with `multiple`. */
  readonly onFiles: (files: readonly [File, ...File[]]) => void;
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  readonly tone?: Tone;
  readonly children?: ReactNode;
}

/** Takes files: dropped here, or chosen by the button, which the keyboard reaches as well. */
export function DropField({
  button,
  accept,
  onFiles,
  multiple = false,
  disabled = false,
  tone = 'plain',
  children,
}: DropFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (list: FileList | null): void => {
    const [first, ...others] = list ?? [];
    if (first && !disabled) onFiles(multiple ? [first, ...others] : [first]);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button within does the same.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-dashed p-4 ${isOver ? 'border-mark bg-mark-soft' : 'border-field bg-paper'}`}
    >
      <Button tone={tone} disabled={disabled} onClick={() => input.current?.click()}>
        {button}
      </Button>
      <div className="min-w-0 flex-1 basis-48 text-small text-muted">
        <p>or drop {multiple ? 'them' : 'it'} here</p>
        {children}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={button}
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={({ target }) => {
          take(target.files);
          // The same file can be chosen again, such as after a refusal.
          target.value = '';
        }}
      />
    </div>
  );
}
