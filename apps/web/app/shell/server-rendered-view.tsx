import { type ReactNode, useLayoutEffect } from 'react';

declare global {
  interface Window {
    /**
     * Input before React started: clicked elements, the element under a held mouse button, and edited fields
     * (`app/first-view.ts`).
     */
    early?: { pressed: HTMLElement[]; held: HTMLElement | null; typed: Set<Field> };
  }
}

/** The server-rendered first view of the feed. Null on other pages. */
const serverRenderedView = typeof document === 'undefined' ? null : document.getElementById('first-view');

/**
 * Shows the server-rendered view until the screen replaces it. The same components rendered both, so nothing moves.
 * Scroll position, focus, typed text and clicks are carried over.
 */
export function ServerRenderedView({ fallback }: { fallback: ReactNode }) {
  useLayoutEffect(() => {
    if (!serverRenderedView) return undefined;
    removeStaleScrollPosition();
    restoreScroll(window.scrollY);
    return () => {
      const y = window.scrollY;
      const { pressed = [], held = null, typed = [] } = window.early ?? {};
      const presses = pressed.map(placeOf);
      if (held) clickOnRelease(placeOf(held));
      const focused = serverRenderedView.contains(document.activeElement)
        ? (document.activeElement as HTMLElement)
        : null;
      const fields = Array.from(typed, (field) => [placeOf(field), field] as const);
      const focus = focused && placeOf(focused);
      // The screen is in the DOM by then, but not painted yet.
      queueMicrotask(() => {
        const focusedAgain = focus && find(focus);
        focusedAgain?.focus({ preventScroll: true });
        if (isTextField(focusedAgain) && isTextField(focused)) restoreSelection(focusedAgain, focused);
        for (const [place, field] of fields) restoreValue(find(place) as Field | undefined, field);
        for (const place of presses) find(place)?.click();
        restoreScroll(y);
      });
    };
  }, []);
  return serverRenderedView ? (
    <div
      id={serverRenderedView.id}
      dangerouslySetInnerHTML={{ __html: serverRenderedView.innerHTML }}
      suppressHydrationWarning
    />
  ) : (
    fallback
  );
}

type Field = HTMLTextAreaElement | HTMLInputElement;

const isTextField = (element: HTMLElement | null | undefined): element is Field =>
  element != null && 'selectionStart' in element && element.selectionStart !== null;

/** Identifies an element in both renderings: within a post by index, elsewhere by name. */
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
  return { ...place, index: candidates(serverRenderedView ?? document, place).indexOf(element) };
}

const find = (place: Place): HTMLElement | undefined => candidates(document, place)[place.index];

/** Clicks the replacement of an element that was held when it was replaced: the browser fires no click for it. */
function clickOnRelease(place: Place): void {
  const controller = new AbortController();
  const end = ({ type, target }: PointerEvent) => {
    controller.abort();
    const pressed = find(place);
    if (type === 'pointerup' && target instanceof Node && pressed?.contains(target)) pressed.click();
  };
  // Outside the window there is no `pointerup`. The next press ends the wait.
  for (const type of ['pointerup', 'pointercancel', 'pointerdown'] as const)
    window.addEventListener(type, end, { signal: controller.signal });
}

/** Fills a field like user input, because React ignores a value that a script sets. */
function restoreValue(field: Field | undefined, typedIn: Field): void {
  if (!field) return;
  if (field.value !== typedIn.value) {
    field.setRangeText(typedIn.value, 0, field.value.length);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  restoreSelection(field, typedIn);
}

const restoreSelection = (field: Field, { selectionStart, selectionEnd }: Field): void =>
  field.setSelectionRange(selectionStart, selectionEnd);

/** Restores the scroll position, which the router resets, before the next paint. */
const restoreScroll = (y: number): void => queueMicrotask(() => window.scrollTo(0, y));

/** Session storage key of React Router's scroll positions. */
const storageKey = 'react-router-scroll-positions';

/** Removes the position that the router kept for the same history key in another document. */
function removeStaleScrollPosition(): void {
  try {
    const positions = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;
    const { key = 'default' } = (window.history.state ?? {}) as { key?: string };
    delete positions[key];
    sessionStorage.setItem(storageKey, JSON.stringify(positions));
  } catch {
    // Storage is disabled, so nothing was kept.
  }
}
