/** Counts what a person does in a browser, so that the docs can say how much work a task is. */
import type { Locator } from 'playwright-core';

export interface CountedWork {
  /** Presses of the pointer. */
  readonly presses: number;
  /** Choices from a list: it is opened, and an entry is pressed. */
  readonly choices: number;
  /** Files that are chosen or dropped. */
  readonly files: number;
  /** Texts that are typed, and their keys. */
  readonly texts: number;
  readonly keys: number;
}

/**
 * The operators of the keystroke-level model (Card, Moran and Newell, 'The keystroke-level model
 * for user performance time with interactive systems', Communications of the ACM 23(7), 1980), in
 * seconds: a key of an average typist, pointing, pressing a button, changing between keyboard and
 * mouse, and deciding.
 */
const MODEL = { key: 0.28, point: 1.1, button: 0.2, home: 0.4, decide: 1.35 } as const;

/** Does what a person does, and counts it. Words that a person invents are not in the count. */
export function createWork() {
  const counted = { presses: 0, choices: 0, files: 0, texts: 0, keys: 0 };
  return {
    press: async (target: Locator, options?: Parameters<Locator['click']>[0]): Promise<void> => {
      counted.presses += 1;
      await target.click(options);
    },
    type: async (field: Locator, text: string): Promise<void> => {
      counted.texts += 1;
      counted.keys += text.length;
      await field.fill(text);
    },
    key: async (target: Locator, key: string): Promise<void> => {
      counted.keys += 1;
      await target.press(key);
    },
    choose: async (list: Locator, entry: string): Promise<void> => {
      counted.choices += 1;
      await list.selectOption(entry);
    },
    /** A file that is given by any means. */
    file: async (give: () => Promise<unknown>): Promise<void> => {
      counted.files += 1;
      await give();
    },
    counted: (): CountedWork => ({ ...counted }),
  };
}

/** The seconds of the model: hands and decisions, without reading and without waiting. */
export function modelSeconds({ presses, choices, files, texts, keys }: CountedWork): number {
  const press = MODEL.decide + MODEL.point + MODEL.button;
  // A list or a chooser of files takes two presses, the second without another decision.
  const twice = press + MODEL.point + MODEL.button;
  const text = MODEL.decide + MODEL.point + MODEL.button + 2 * MODEL.home;
  const sum = presses * press + (choices + files) * twice + texts * text + keys * MODEL.key;
  return Math.round(sum);
}

/** The sentence by which `docs/studio.md` tells the work of a task; the test reads it there. */
export function workWords(work: CountedWork): string {
  const parts = [
    [work.presses, 'press', 'presses'],
    [work.choices, 'choice', 'choices'],
    [work.files, 'file', 'files'],
    [work.texts, 'text', 'texts'],
    [work.keys, 'key', 'keys'],
  ] as const;
  const said = parts.filter(([n]) => n > 0).map(([n, one, more]) => `${n} ${n === 1 ? one : more}`);
  return `${said.join(', ')}: ${modelSeconds(work)} s by the model`;
}
