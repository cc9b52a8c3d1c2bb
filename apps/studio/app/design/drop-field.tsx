import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button, type Tone } from './button.tsx';

export interface DropFieldProps {
  /** What is given here, for the button: `Choose a picture`. */
  readonly button: string;
  /** Such as `image/*,.srt`: what the browser's dialog offers. The server decides what it takes. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
  readonly disabled?: boolean;
  readonly tone?: Tone;
  readonly children?: ReactNode;
}

/** Takes a file: dropped here, or chosen by the button, which the keyboard reaches as well. */
export function DropField({
  button,
  accept,
  onFile,
  disabled = false,
  tone = 'plain',
  children,
}: DropFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !disabled) onFile(file);
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
        <p>or drop it here</p>
        {children}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={button}
        accept={accept}
        disabled={disabled}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again, such as after a refusal.
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
  );
}
