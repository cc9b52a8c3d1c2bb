import { HALF_TYPED } from '../design/instant-field.tsx';

/** Where a form is at fault, read from its elements; an element with `data-field` names a field. */

const CONTROLS = 'input, select, textarea, button';

/** A browser gives no value for what it cannot read, as it does for an empty field. */
function isUnread(control: Element): boolean {
  const { willValidate, validity } = control as HTMLInputElement;
  return willValidate && validity.badInput;
}

function controlsOf(element: Element): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(CONTROLS)];
}

/** The fields with a half-typed date or number, which must not be sent as empty ones. */
export function unreadFields(form: Element): Readonly<Record<string, string>> {
  const unread = controlsOf(form).filter(isUnread);
  return Object.fromEntries(
    unread.map((control) => [
      control.closest<HTMLElement>('[data-field]')?.dataset.field ?? '',
      (control as HTMLInputElement).type === 'number' ? 'is not a number' : HALF_TYPED,
    ]),
  );
}

/**
 * Moves the focus to the first of these fields, in it to what the browser cannot read. Its section
 * opens.
 */
export function focusFault(form: Element, names: readonly string[]): void {
  const fields = [...form.querySelectorAll<HTMLElement>('[data-field]')];
  const first = fields.find(({ dataset }) => names.includes(dataset.field ?? ''));
  const controls = first ? controlsOf(first) : [];
  first?.closest('details')?.setAttribute('open', '');
  (controls.find(isUnread) ?? controls.find((control) => control.matches(':enabled')))?.focus();
}
