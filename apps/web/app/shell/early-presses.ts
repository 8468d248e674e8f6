type Field = HTMLTextAreaElement | HTMLInputElement;

declare global {
  interface Window {
    /** Input before React handles events. */
    earlyInput?: { pressed: Set<HTMLElement>; typed: Set<Field>; listening: AbortController };
  }
}

/** Buttons that move the focus: menus, dialogs, search. */
const opening = '[aria-haspopup], header [aria-expanded]';

/** Collects pressed buttons and changed fields until React handles events. */
export function collectEarlyPresses(): void {
  const pressed = new Set<HTMLElement>();
  const typed = new Set<Field>();
  const listening = new AbortController();
  const { signal } = listening;
  window.earlyInput = { pressed, typed, listening };
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
  document.addEventListener('input', ({ target }) => typed.add(target as Field), { signal });
}

/** Repeats early input for React. Called when the page has been hydrated. */
export function repeatEarlyPresses(): void {
  const { earlyInput } = window;
  if (!earlyInput) return;
  delete window.earlyInput;
  earlyInput.listening.abort();
  // Not during the commit.
  setTimeout(() => {
    for (const field of earlyInput.typed) repeatInput(field);
    for (const button of earlyInput.pressed) {
      button.removeAttribute('aria-busy');
      button.click();
    }
  });
}

/** Dispatches the input again. React ignores an event without a change, so the text is set again. */
function repeatInput(field: Field): void {
  const { value, selectionStart, selectionEnd } = field;
  field.value = '';
  field.setRangeText(value, 0, 0);
  field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
