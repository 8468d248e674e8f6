import { type ReactNode, useLayoutEffect } from 'react';

declare global {
  interface Window {
    /**
     * What was pressed in the first view before React came, on what a mouse is held down, and where something was typed
     * (`app/first-view.ts`).
     */
    early?: { pressed: HTMLElement[]; held: HTMLElement | null; typed: Set<Field> };
  }
}

/** The first view of the feed as the server drew it; not on other pages. */
const sentView = typeof document === 'undefined' ? null : document.getElementById('first-view');

/**
 * What the reader sees until the screen is there, which then takes its place in one step: nothing moves, since the same
 * components drew it. The reader stays where they are: the scroll, the keyboard's place, and what was typed or pressed.
 */
export function SentView({ otherwise }: { otherwise: ReactNode }) {
  useLayoutEffect(() => {
    if (!sentView) return undefined;
    forgetOtherDocument();
    stayAt(window.scrollY);
    return () => {
      const y = window.scrollY;
      const { pressed = [], held = null, typed = [] } = window.early ?? {};
      const presses = pressed.map(placeOf);
      if (held) pressWhenLetGo(placeOf(held));
      const focused = sentView.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
      const fields = Array.from(typed, (field) => [placeOf(field), field] as const);
      const focus = focused && placeOf(focused);
      // The screen is drawn and in its place by then, and not seen yet.
      queueMicrotask(() => {
        const focusedAgain = focus && find(focus);
        focusedAgain?.focus({ preventScroll: true });
        if (isTextField(focusedAgain) && isTextField(focused)) selectAgain(focusedAgain, focused);
        for (const [place, field] of fields) fillAgain(find(place) as Field | undefined, field);
        for (const place of presses) find(place)?.click();
        stayAt(y);
      });
    };
  }, []);
  return sentView ? (
    <div id={sentView.id} dangerouslySetInnerHTML={{ __html: sentView.innerHTML }} suppressHydrationWarning />
  ) : (
    otherwise
  );
}

type Field = HTMLTextAreaElement | HTMLInputElement;

const isTextField = (element: HTMLElement | null | undefined): element is Field =>
  element != null && 'selectionStart' in element && element.selectionStart !== null;

/** The same element in the same view drawn again: within its post by number, elsewhere by its name. */
type Place = { postId: string | undefined; tag: string; name: string; index: number };

const nameOf = (element: Element): string =>
  element.getAttribute('placeholder') ?? element.getAttribute('aria-label') ?? element.textContent;

function candidates(root: ParentNode, { postId, tag, name }: Omit<Place, 'index'>): HTMLElement[] {
  const scope = postId === undefined ? root : root.querySelector(`[data-post-id="${postId}"]`);
  const found = [...(scope?.querySelectorAll<HTMLElement>(tag) ?? [])];
  return postId === undefined
    ? found.filter((element) => element.checkVisibility() && nameOf(element) === name)
    : found;
}

function placeOf(element: HTMLElement): Place {
  const postId = element.closest<HTMLElement>('[data-post-id]')?.dataset['postId'];
  const place = { postId, tag: element.localName, name: nameOf(element) };
  return { ...place, index: candidates(sentView ?? document, place).indexOf(element) };
}

const find = (place: Place): HTMLElement | undefined => candidates(document, place)[place.index];

/** Of a press that began on what is gone by its end, the browser tells nobody. */
function pressWhenLetGo(place: Place): void {
  const over = new AbortController();
  const end = ({ type, target }: PointerEvent) => {
    over.abort();
    const pressed = find(place);
    if (type === 'pointerup' && target instanceof Node && pressed?.contains(target)) pressed.click();
  };
  // Let go outside the window, it is told of by the next press alone, which is one of its own.
  for (const type of ['pointerup', 'pointercancel', 'pointerdown'] as const)
    window.addEventListener(type, end, { signal: over.signal });
}

/** What was typed, as if it were typed here: a value set by a script alone is none to React. */
function fillAgain(field: Field | undefined, typedIn: Field): void {
  if (!field) return;
  if (field.value !== typedIn.value) {
    field.setRangeText(typedIn.value, 0, field.value.length);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  selectAgain(field, typedIn);
}

const selectAgain = (field: Field, { selectionStart, selectionEnd }: Field): void =>
  field.setSelectionRange(selectionStart, selectionEnd);

/** The router begins a page at the top. This one is being read: once all is drawn, and before that is seen, it is back. */
const stayAt = (y: number): void => queueMicrotask(() => window.scrollTo(0, y));

/** The name under which the router keeps how far down each page was. */
const storageKey = 'react-router-scroll-positions';

/** The router would go to where a page of the same name was in another document. */
function forgetOtherDocument(): void {
  try {
    const positions = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;
    const { key = 'default' } = (window.history.state ?? {}) as { key?: string };
    delete positions[key];
    sessionStorage.setItem(storageKey, JSON.stringify(positions));
  } catch {
    // Storage is forbidden here: nothing is kept.
  }
}
