import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { type LazyCode, showOpenFailure } from './lazy-component.tsx';
import { Loading } from './loading.tsx';

type OpeningProps = {
  label?: string;
  /** The user has done something else. Opening now would steal the focus. */
  onDismiss?: () => void;
};

/**
 * Progress bar while the code of an opened component loads. Without it, a press seems to do nothing on a slow
 * connection.
 */
export function OpeningIndicator({ label = 'Opening', onDismiss }: OpeningProps) {
  const dismiss = useEffectEvent(() => onDismiss?.());
  useEffect(() => {
    const controller = new AbortController();
    const handleInput = (event: Event) => {
      const { key, detail } = event as KeyboardEvent;
      // The second click of a double click belongs to the first. Enter, Space and modifier keys do not count either.
      if (key ? /^(?:[^ ]|Escape|Tab)$/.test(key) : !(detail > 1)) dismiss();
    };
    // Scrolling does not count. Dictation and many phone keyboards send `input` without a named key. Handlers run in
    // the capture phase, so that a press on the button can open the menu again.
    for (const type of ['click', 'keydown', 'input', 'popstate'])
      window.addEventListener(type, handleInput, { capture: true, signal: controller.signal });
    return () => controller.abort();
  }, []);
  // In `body`: inside a card with containment, a fixed element is positioned relative to the card.
  return createPortal(
    <Loading label={label} className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5">
      <span className="block h-full origin-left scale-x-90 animate-progress bg-primary" />
    </Loading>,
    document.body,
  );
}

type PendingOverlayProps = { part: LazyCode; onReady: () => void; onCancel: () => void };

/** Waits for the code of an opened component until it is loaded, fails, or is no longer wanted. */
export function PendingOverlay({ part, onReady, onCancel }: PendingOverlayProps) {
  const end = useEffectEvent((failures: number) => {
    if (failures === 0) return onReady();
    onCancel();
    return showOpenFailure(failures);
  });
  useEffect(() => {
    let isPending = true;
    void part.fetch().then((failures) => {
      if (isPending) end(failures);
    });
    return () => {
      isPending = false;
    };
  }, [part]);
  return <OpeningIndicator onDismiss={onCancel} />;
}

/** Opens a lazy component as soon as its code is loaded. Render `opening` anywhere. */
export function useLazyOpening(part: LazyCode, open: () => void): { requestOpen: () => void; opening: ReactNode } {
  const [isPending, setIsPending] = useState(false);
  const requestOpen = () => (part.isLoaded() ? open() : setIsPending(true));
  const end = () => setIsPending(false);
  const openNow = () => {
    end();
    open();
  };
  return { requestOpen, opening: isPending && <PendingOverlay part={part} onReady={openNow} onCancel={end} /> };
}
