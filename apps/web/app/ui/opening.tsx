import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { type LazyPart, sayNotOpened } from './lazy-component.tsx';
import { Loading } from './loading.tsx';

type OpeningProps = {
  label?: string;
  /** The user has done something else. Opening now would steal the focus. */
  onTakenBack?: () => void;
};

/**
 * Progress bar while the code of an opened component loads. Without it, a press seems to do nothing on a slow
 * connection.
 */
export function Opening({ label = 'Opening', onTakenBack }: OpeningProps) {
  const takeBack = useEffectEvent(() => onTakenBack?.());
  useEffect(() => {
    const over = new AbortController();
    const look = (event: Event) => {
      const { key, detail } = event as KeyboardEvent;
      // The second click of a double click belongs to the first. Enter, Space and modifier keys do not count either.
      if (key ? /^(?:[^ ]|Escape|Tab)$/.test(key) : !(detail > 1)) takeBack();
    };
    // Scrolling does not count. Dictation and many phone keyboards send `input` without a named key. Handlers run in
    // the capture phase, so that a press on the button can open the menu again.
    for (const type of ['click', 'keydown', 'input', 'popstate'])
      window.addEventListener(type, look, { capture: true, signal: over.signal });
    return () => over.abort();
  }, []);
  // In `body`: inside a card with containment, a fixed element is positioned relative to the card.
  return createPortal(
    <Loading label={label} className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5">
      <span className="block h-full origin-left scale-x-90 animate-progress bg-primary" />
    </Loading>,
    document.body,
  );
}

type AwaitedPartProps = { part: LazyPart; onHere: () => void; onGivenUp: () => void };

/** Waits for the code of an opened component until it is loaded, fails, or is no longer wanted. */
export function AwaitedPart({ part, onHere, onGivenUp }: AwaitedPartProps) {
  const end = useEffectEvent((failures: number) => {
    if (failures === 0) return onHere();
    onGivenUp();
    return sayNotOpened(failures);
  });
  useEffect(() => {
    let isAwaited = true;
    void part.fetch().then((failures) => {
      if (isAwaited) end(failures);
    });
    return () => {
      isAwaited = false;
    };
  }, [part]);
  return <Opening onTakenBack={onGivenUp} />;
}

/** Opens a lazy component as soon as its code is loaded. Render `opening` anywhere. */
export function useOpening(part: LazyPart, open: () => void): { ask: () => void; opening: ReactNode } {
  const [isAwaited, setIsAwaited] = useState(false);
  const ask = () => (part.isLoaded() ? open() : setIsAwaited(true));
  const end = () => setIsAwaited(false);
  const openNow = () => {
    end();
    open();
  };
  return { ask, opening: isAwaited && <AwaitedPart part={part} onHere={openNow} onGivenUp={end} /> };
}
