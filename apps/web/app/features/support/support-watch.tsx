import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { recentByClient } from '../../lib/client-state.ts';
import { announce } from '../../ui/announcer.tsx';
import { findFocusTarget, moveFocus } from '../../ui/focus.tsx';
import { crisisLinesQuery } from '../crisis/index.ts';
import { lateSupportQuery, readFormText } from './author-support.tsx';
import { SupportCard } from './support-card.tsx';
import { isWorrying } from './worrying-text.ts';

/** Delay after the last keystroke before a text is checked. */
const pauseMilliseconds = 700;

/** Texts of the drafts whose card was dismissed, in memory only, by draft. */
const dismissedTextsOf = recentByClient<string>();

/** Whether a text continues a dismissed draft: it starts the same way. */
const isSameDraft = (before: string, text: string): boolean => text !== '' && text.startsWith(before.slice(0, 12));

/** Keeps the top of a growing dialog in place, so that the text being typed does not move. */
const holdInPlace = (dialog: HTMLElement | null): void => {
  if (!dialog || window.innerWidth < 768) return;
  const { top } = dialog.getBoundingClientRect();
  dialog.style.marginBlock = `${top}px auto`;
  dialog.style.maxHeight = `${window.innerHeight - top - 16}px`;
};

type SupportWatchProps = {
  container: HTMLElement;
  draft: string;
  /** Text that was sent before this component was mounted. */
  uncheckedText: string;
  /** Called when this component takes over checking sent texts. */
  onReady: () => void;
};

/** Checks the text in the surrounding fields on the device. Stores and sends nothing. */
const SupportWatch = ({ container, draft, uncheckedText, onReady }: SupportWatchProps) => {
  const [isShown, setIsShown] = useState(false);
  const queryClient = useQueryClient();
  // For everybody who writes, before the text is checked: a request by the card would reveal that it is shown.
  useQuery(crisisLinesQuery);
  const dismissedTexts = dismissedTextsOf(queryClient);
  /** Whether a text was sent while the card was visible. If its form then disappears, the card stays. */
  const wasSent = useRef(false);

  const check = useEffectEvent(() => {
    const text = readFormText(container);
    if (!isSameDraft(dismissedTexts.get(draft) ?? '', text)) dismissedTexts.delete(draft);
    const isNeeded = isWorrying(text) && !dismissedTexts.has(draft);
    if (isNeeded && !isShown) {
      holdInPlace(container.closest('[role=dialog]'));
      announce('Below what you write there is a note for you: people you can talk to right now. Only you see it.');
    }
    setIsShown(isNeeded);
    wasSent.current = isNeeded && text === uncheckedText;
    return isNeeded;
  });
  const checkSent = useEffectEvent(() => {
    wasSent.current = check();
  });
  const notifyReady = useEffectEvent(onReady);
  const handleUnmount = useEffectEvent(() => {
    if (wasSent.current && isShown) showAfterwards(queryClient);
  });

  useEffect(() => {
    // Also checks an existing draft.
    let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(check);
    const checkSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(check, pauseMilliseconds);
    };
    const checkNow = () => {
      clearTimeout(timer);
      checkSent();
    };
    container.addEventListener('input', checkSoon);
    // In the capture phase, before the form is reset.
    container.addEventListener('submit', checkNow, { capture: true });
    notifyReady();
    return () => {
      clearTimeout(timer);
      container.removeEventListener('input', checkSoon);
      container.removeEventListener('submit', checkNow, { capture: true });
    };
  }, [container]);
  useEffect(() => () => handleUnmount(), []);

  if (!isShown) return null;
  return (
    <SupportCard
      className="mt-3 in-[[role=dialog]]:max-md:fixed in-[[role=dialog]]:max-md:inset-x-2 in-[[role=dialog]]:max-md:top-2 in-[[role=dialog]]:max-md:mt-0 in-[[role=dialog]]:max-md:max-h-[45dvh] in-[[role=dialog]]:max-md:shadow-float"
      onDismiss={() => {
        dismissedTexts.set(draft, readFormText(container));
        setIsShown(false);
        moveFocus(container.querySelector('textarea'));
      }}
    />
  );
};

/** The card at the end of the page, until the member dismisses it. */
export const LateSupportCard = () => {
  const queryClient = useQueryClient();
  return (
    <SupportCard
      className="fixed inset-x-2 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-35 max-h-[60dvh] shadow-float md:start-auto md:end-4 md:bottom-4 md:max-w-104"
      onDismiss={() => {
        queryClient.setQueryData(lateSupportQuery.queryKey, false);
        moveFocus(findFocusTarget());
      }}
    />
  );
};

const showAfterwards = (queryClient: QueryClient): void => {
  if (queryClient.getQueryData(lateSupportQuery.queryKey)) return;
  queryClient.setQueryData(lateSupportQuery.queryKey, true);
  announce('The note with people you can talk to right now stays, at the end of the page, until you dismiss it.');
};

/** Longer than the first render of a loaded component takes. */
const renderWaitMilliseconds = 1_000;

/**
 * Checks a text that was sent before `SupportWatch` was mounted. If the text is still in the form, `SupportWatch` shows
 * the card there.
 */
export const checkEarlierText = (queryClient: QueryClient, container: HTMLElement, text: string): void => {
  if (!isWorrying(text)) return;
  setTimeout(() => {
    if (!container.isConnected || !container.querySelector('[data-support-card]')) showAfterwards(queryClient);
  }, renderWaitMilliseconds);
};

export default SupportWatch;
