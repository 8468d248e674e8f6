import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { type LazyPart, sayNotOpened } from './lazy-component.tsx';
import { Loading } from './loading.tsx';

const controls = 'a, button, input, textarea, select, summary, label';

/** Whether somebody has gone on to something else, or says that they no longer want what they pressed for. */
const isTakingBack = (event: Event): boolean => {
  if (event instanceof KeyboardEvent) return event.key === 'Escape' || event.key === 'Tab';
  // Where scripts press, nobody has gone on. A finger that scrolls presses nothing.
  if (event.type === 'click')
    return event.isTrusted && event.target instanceof Element && !!event.target.closest(controls);
  return true;
};

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
      if (isTakingBack(event)) takeBack();
    };
    // Before anybody else hears of it: another press may ask anew.
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

/**
 * Opens a part when its code is there: at once where it is, else when it has come, unless whoever asked has gone on
 * meanwhile. `opening` stands anywhere beside.
 */
export function useOpening(part: LazyPart, open: () => void): { ask: () => void; opening: ReactNode } {
  const [isWaiting, setIsWaiting] = useState(false);
  const ask = () => (part.isLoaded() ? open() : setIsWaiting(true));
  const end = () => setIsWaiting(false);
  return { ask, opening: isWaiting && <Waiting part={part} onOpen={open} onEnd={end} /> };
}

function Waiting({ part, onOpen, onEnd }: { part: LazyPart; onOpen: () => void; onEnd: () => void }) {
  const end = useEffectEvent((failures: number) => {
    onEnd();
    if (failures === 0) onOpen();
    else sayNotOpened(failures);
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
  return <Opening onTakenBack={onEnd} />;
}
