type Field = HTMLTextAreaElement | HTMLInputElement | HTMLSelectElement;

declare global {
  interface Window {
    /** Input before React handles events. Fields have the value that the reader has chosen. */
    earlyInput?: { pressed: Set<HTMLElement>; fields: Map<Field, string | boolean>; listening: AbortController };
  }
}

/** Buttons that move the focus: menus, dialogs, search. */
const opening = '[aria-haspopup], header [aria-expanded]';

const valueOf = (field: Field): string | boolean =>
  field.matches('[type=checkbox], [type=radio]') ? (field as HTMLInputElement).checked : field.value;

/** Collects pressed buttons and changed fields until React handles events. */
export function collectEarlyInput(): void {
  const pressed = new Set<HTMLElement>();
  const fields = new Map<Field, string | boolean>();
  const listening = new AbortController();
  const { signal } = listening;
  window.earlyInput = { pressed, fields, listening };
  /** Forgets buttons that would take the focus from another field. */
  const forgetOpenings = () => {
    for (const button of pressed) {
      if (!button.matches(opening)) continue;
      button.removeAttribute('aria-busy');
      pressed.delete(button);
    }
  };
  document.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      // A repeated press would undo the first one.
      if (!button || pressed.has(button)) return;
      if (button.matches(opening)) forgetOpenings();
      button.setAttribute('aria-busy', 'true');
      pressed.add(button);
    },
    { signal },
  );
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element && target.matches('input, textarea')) forgetOpenings();
    },
    { signal },
  );
  document.addEventListener('input', ({ target }) => fields.set(target as Field, valueOf(target as Field)), { signal });
  // The button of the form is pressed again later. The browser would load a new page. A form with an address works
  // without React.
  document.addEventListener(
    'submit',
    (event) => {
      if (event.target instanceof Element && !event.target.hasAttribute('action')) event.preventDefault();
    },
    { signal },
  );
}

/** Repeats early input for React. Called when the page has been hydrated. */
export function repeatEarlyInput(): void {
  const { earlyInput } = window;
  if (!earlyInput) return;
  delete window.earlyInput;
  earlyInput.listening.abort();
  // Not during the commit, and each on its own: a failure must not stop the others.
  for (const [field, value] of earlyInput.fields) setTimeout(() => repeatInput(field, value));
  for (const button of earlyInput.pressed) setTimeout(() => repeatPress(button));
}

function repeatPress(button: HTMLElement): void {
  button.removeAttribute('aria-busy');
  // Radix selects a tab when the mouse button goes down.
  if (button.matches('[role=tab]')) button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
  button.click();
}

/** Enters a value again. React ignores an event without a change since it has read the field. */
function repeatInput(field: Field, value: string | boolean): void {
  // React hydrates the part of the page around the field, and reads the field.
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (typeof value === 'boolean') {
    (field as HTMLInputElement).checked = !value;
    field.click();
    return;
  }
  if (field instanceof HTMLSelectElement) {
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  const { selectionStart, selectionEnd } = field;
  field.value = '';
  // Past React's own property, which would record the value as already known.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  // Null for fields without a selection, such as dates.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
