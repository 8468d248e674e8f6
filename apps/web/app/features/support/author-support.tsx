import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useRef, useState } from 'react';
import { importWithRetry } from '../../lib/lazy.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const load = () => import('./support-watch.tsx');
const SupportWatch = lazyPart(load, { failed: () => null });
const LateSupportCard = lazyPart(async () => ({ default: (await load()).LateSupportCard }), {
  failed: () => null,
});

/** Whether a card stays visible after its form has closed. In memory only. */
export const lateSupportQuery = queryOptions({
  queryKey: ['support', 'late'],
  queryFn: () => false,
  initialData: false,
  gcTime: Infinity,
});

/** The card that stays visible after its dialog or editor has closed. Its code is loaded already. */
export const LateSupport = () => useQuery(lateSupportQuery).data && <LateSupportCard />;

/** Returns the text of all fields in a form. */
export const readFormText = (container: HTMLElement): string =>
  Array.from(
    container.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>('textarea, input:is(:not([type]), [type=text])'),
    (field) => field.value,
  )
    .join('\n')
    .trim();

/** Checks text that was sent before the code had loaded, once it has. */
export const checkSentText = (queryClient: QueryClient, container: HTMLElement, text: string): void =>
  // If the code cannot be loaded, the text is not checked.
  void importWithRetry(load, { isBackground: true }).then(
    ({ checkEarlierText }) => checkEarlierText(queryClient, container, text),
    () => undefined,
  );

/**
 * Must be part of every form for members' texts. If a text mentions suicide or self-harm, its author, and no one else,
 * sees crisis lines. All code loads when a field first gets the focus, whatever is written, so that not even the
 * request for code reveals anything (decision 0016).
 */
export const AuthorSupport = ({ draft }: { draft: string }) => {
  const anchorRef = useRef<HTMLDivElement>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const [uncheckedText, setUncheckedText] = useState('');
  const queryClient = useQueryClient();
  useEffect(() => {
    const parent = anchorRef.current?.closest('form') ?? anchorRef.current?.parentElement;
    if (!parent || isChecking) return undefined;
    // A transition, so that the field reacts to the press first.
    const startChecking = () => startTransition(() => setContainer(parent));
    // Text sent before the code has loaded is checked afterwards, even if its form is gone.
    const checkSentLater = () => {
      const text = readFormText(parent);
      setUncheckedText(text);
      checkSentText(queryClient, parent, text);
    };
    if (parent.contains(document.activeElement)) startChecking();
    parent.addEventListener('focusin', startChecking, { once: true });
    parent.addEventListener('submit', checkSentLater, { capture: true });
    return () => {
      parent.removeEventListener('focusin', startChecking);
      parent.removeEventListener('submit', checkSentLater, { capture: true });
    };
  }, [isChecking, queryClient]);
  return (
    <div ref={anchorRef} className="empty:hidden">
      {container && (
        <SupportWatch
          container={container}
          draft={draft}
          uncheckedText={uncheckedText}
          onReady={() => setIsChecking(true)}
        />
      )}
    </div>
  );
};
