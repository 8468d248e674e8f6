import { useEffect, useId, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { useStore } from '../lib/store.ts';
import { type UnsavedText, unsavedTextStore } from '../lib/unsaved-text.ts';
import { announce } from '../ui/announcer.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { findFocusTarget, moveFocus } from '../ui/focus.tsx';

/** Shows unsaved text of forms that were removed, until the member dismisses it or navigates away. */
export function UnsavedTexts() {
  const entries = useStore(unsavedTextStore);
  useClearOnNavigation();
  if (entries.length === 0) return null;
  return (
    <section
      aria-label="Unsaved text"
      className="flex max-h-[45dvh] flex-col divide-y divide-line overflow-y-auto border-t border-line bg-surface shadow-float"
    >
      {entries.map((entry) => (
        <UnsavedEntry key={entry.id} entry={entry} />
      ))}
    </section>
  );
}

/**
 * Clears the texts on navigation. A screen that replaces its own URL, as when a conversation closes, does not count.
 */
function useClearOnNavigation(): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const shownPathname = useRef(pathname);
  useEffect(() => {
    if (shownPathname.current === pathname) return;
    shownPathname.current = pathname;
    if (type !== NavigationType.Replace) unsavedTextStore.set([]);
  }, [pathname, type]);
}

function UnsavedEntry({ entry: { id, title, texts } }: { entry: UnsavedText }) {
  const ref = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => {
    announce(title);
    // After a closing dialog has restored the focus.
    const timer = setTimeout(() => {
      if (document.activeElement?.matches('input, textarea, select, [contenteditable]') !== true)
        moveFocus(ref.current);
    });
    return () => clearTimeout(timer);
  }, [title]);
  return (
    <div ref={ref} role="group" tabIndex={-1} aria-labelledby={titleId} className="focus-visible:-outline-offset-2">
      <div className="mx-auto flex max-w-240 flex-col gap-3 px-4 py-4 sm:px-6">
        <p id={titleId} className="text-sm font-semibold">
          {title}
        </p>
        <div className="flex max-h-48 flex-col gap-2 overflow-y-auto">
          {texts.map((text, index) => (
            <p
              key={index}
              dir="auto"
              className="rounded-control bg-sunk px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere"
            >
              {text}
            </p>
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <CopyButton text={texts.join('\n\n')} />
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              unsavedTextStore.set(unsavedTextStore.get().filter((entry) => entry.id !== id));
              moveFocus(findFocusTarget());
            }}
          >
            Dismiss
          </Button>
        </div>
      </div>
    </div>
  );
}
