import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { findFocusPlace } from '../../lib/screen.ts';
import { announce } from '../../ui/announcer.tsx';
import { textIn } from './author-support.tsx';
import { SupportCard } from './support-card.tsx';
import { isWorrying } from './worrying-text.ts';

/** After so long a pause in writing a text is read: nobody is spoken to in the middle of a word. */
const pauseMilliseconds = 700;

/** What was last looked at in each form. */
const lookedAt = new WeakMap<HTMLElement, string>();

/** Drafts of which their author put the card away, in this page's memory alone, by what had been written. */
const putAway = new Map<string, string>();

/** The same draft, written on: it begins as it did. */
const isSameDraft = (before: string, text: string): boolean => text !== '' && text.startsWith(before.slice(0, 12));

/** A dialog stays where it is when it grows: what is being typed does not move. */
const holdInPlace = (dialog: HTMLElement | null): void => {
  if (!dialog || window.innerWidth < 768) return;
  const { top } = dialog.getBoundingClientRect();
  dialog.style.marginBlock = `${top}px auto`;
  dialog.style.maxHeight = `${window.innerHeight - top - 16}px`;
};

type SupportWatchProps = {
  around: HTMLElement;
  draft: string;
  /** What was sent before this was here. */
  sentUnread: string;
  /** From now on what is sent is read here. */
  onReading: () => void;
};

/** Reads what is written in the fields around it, on the device, and keeps and sends nothing of it. */
const SupportWatch = ({ around, draft, sentUnread, onReading }: SupportWatchProps) => {
  const [isShown, setIsShown] = useState(false);
  /** What was sent while the card was shown: where its form goes with that, the card stays by itself. */
  const wasSent = useRef(false);

  const look = useEffectEvent(() => {
    const text = textIn(around);
    lookedAt.set(around, text);
    if (!isSameDraft(putAway.get(draft) ?? '', text)) putAway.delete(draft);
    const isNeeded = isWorrying(text) && !putAway.has(draft);
    if (isNeeded && !isShown) {
      holdInPlace(around.closest('[role=dialog]'));
      announce('Below what you write there is a note for you: people you can talk to right now. Only you see it.');
    }
    setIsShown(isNeeded);
    wasSent.current = isNeeded && text === sentUnread;
    return isNeeded;
  });
  const noteSent = useEffectEvent(() => {
    wasSent.current = look();
  });
  const tellReading = useEffectEvent(onReading);
  const leave = useEffectEvent(() => {
    if (wasSent.current && isShown) showAfterwards();
  });

  useEffect(() => {
    // What was begun earlier is read, too.
    let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(look);
    const lookSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(look, pauseMilliseconds);
    };
    const lookAtOnce = () => {
      clearTimeout(timer);
      noteSent();
    };
    around.addEventListener('input', lookSoon);
    // Before the form hears of it and is emptied.
    around.addEventListener('submit', lookAtOnce, { capture: true });
    tellReading();
    return () => {
      clearTimeout(timer);
      around.removeEventListener('input', lookSoon);
      around.removeEventListener('submit', lookAtOnce, { capture: true });
    };
  }, [around]);
  useEffect(() => () => leave(), []);

  if (!isShown) return null;
  return (
    <SupportCard
      className="mt-3 in-[[role=dialog]]:max-md:fixed in-[[role=dialog]]:max-md:inset-x-2 in-[[role=dialog]]:max-md:top-2 in-[[role=dialog]]:max-md:mt-0 in-[[role=dialog]]:max-md:max-h-[45dvh] in-[[role=dialog]]:max-md:shadow-float"
      onPutAway={() => {
        putAway.set(draft, textIn(around));
        setIsShown(false);
        around.querySelector('textarea')?.focus({ preventScroll: true });
      }}
    />
  );
};

let shown: { root: Root; host: HTMLElement } | undefined;

const putCardAway = (): void => {
  shown?.root.unmount();
  shown?.host.remove();
  shown = undefined;
  findFocusPlace()?.focus({ preventScroll: true });
};

/**
 * Keeps the card in sight after a dialog or an editor was sent and has gone, until it is put away. A root of its own: the
 * frame of every page would otherwise carry a place for what is hardly ever there.
 */
const showAfterwards = (): void => {
  if (shown) return;
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  shown = { root, host };
  root.render(
    <SupportCard
      className="fixed inset-x-2 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-35 max-h-[60dvh] shadow-float md:start-auto md:end-4 md:bottom-4 md:max-w-104"
      onPutAway={putCardAway}
    />,
  );
  announce('The note with people you can talk to right now stays, at the end of the page, until you dismiss it.');
};

/** Longer than a part may take to be drawn when its code has come. */
const untilDrawnMilliseconds = 1_000;

/**
 * Reads what a form was sent with before this was here. Where the words still stand in the form by then, what looks at it
 * shows the card there.
 */
export const readSent = (around: HTMLElement, text: string): void => {
  if (!isWorrying(text)) return;
  setTimeout(() => {
    if (!isWorrying(lookedAt.get(around) ?? '')) showAfterwards();
  }, untilDrawnMilliseconds);
};

export default SupportWatch;
