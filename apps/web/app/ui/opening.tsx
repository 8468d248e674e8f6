import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { type LazyPart, sayNotOpened } from './lazy-component.tsx';
import { Loading } from './loading.tsx';

type OpeningProps = {
  label?: string;
  /** Whoever pressed has gone on to something else: what opened now would take the keyboard from them. */
  onTakenBack?: () => void;
};

/** Stands in for what a press led to while that is on its way: on a slow line the press would seem to do nothing. */
export function Opening({ label = 'Opening', onTakenBack }: OpeningProps) {
  const takeBack = useEffectEvent(() => onTakenBack?.());
  useEffect(() => {
    const over = new AbortController();
    const look = (event: Event) => {
      const { key, detail } = event as KeyboardEvent;
      // A double click is one press. Enter, Space and keys that are held with others lead nowhere else.
      if (key ? /^(?:[^ ]|Escape|Tab)$/.test(key) : !(detail > 1)) takeBack();
    };
    // Scrolling is not listed: it is no press. Dictation and many phone keyboards send `input` without a named key.
    // Capturing handlers run first, so that another press can open the menu again.
    for (const type of ['click', 'keydown', 'input', 'popstate'])
      window.addEventListener(type, look, { capture: true, signal: over.signal });
    return () => over.abort();
  }, []);
  // At the top of the window: what is fixed within a card that contains its own stands at the top of that.
  return createPortal(
    <Loading label={label} className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5">
      <span className="block h-full origin-left scale-x-90 animate-progress bg-primary" />
    </Loading>,
    document.body,
  );
}

type AwaitedPartProps = { part: LazyPart; onHere: () => void; onGivenUp: () => void };

/** Waits for the code of what was pressed for, until it has come, cannot be had, or is not wanted any more. */
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

/** Opens a part when its code is there: at once where it is. `opening` stands anywhere beside. */
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
