import { startTransition, Suspense, useEffect, useRef, useState } from 'react';
import { importWithRetry } from '../../lib/lazy.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const load = () => import('./support-watch.tsx');
const SupportWatch = lazyComponent(load, { failed: () => null });

/** Returns the text of all fields in a form. */
export const textIn = (around: HTMLElement): string =>
  Array.from(
    around.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>('textarea, input:is(:not([type]), [type=text])'),
    (field) => field.value,
  )
    .join('\n')
    .trim();

/** Checks text that was sent before the code had loaded, once it has. */
export const checkSentText = (around: HTMLElement, text: string): void =>
  // If the code cannot be loaded, the text is not checked.
  void importWithRetry(load, { isUnseen: true }).then(
    ({ readSent }) => readSent(around, text),
    () => undefined,
  );

/**
 * Belongs into every form for members' texts. If a text mentions suicide or self-harm, its author, and no one else,
 * sees crisis lines. All code loads when a field first gets the focus, whatever is written, so that not even the
 * request for code reveals anything (decision 0016).
 */
export const AuthorSupport = ({ draft }: { draft: string }) => {
  const place = useRef<HTMLDivElement>(null);
  const [around, setAround] = useState<HTMLElement | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const [uncheckedText, setUncheckedText] = useState('');
  useEffect(() => {
    const parent = place.current?.closest('form') ?? place.current?.parentElement;
    if (!parent || isChecking) return undefined;
    // A transition, so that the field reacts to the press first.
    const begin = () => startTransition(() => setAround(parent));
    // Text sent before the code has loaded is checked afterwards, even if its form is gone.
    const checkSentLater = () => {
      const text = textIn(parent);
      setUncheckedText(text);
      checkSentText(parent, text);
    };
    if (parent.contains(document.activeElement)) begin();
    parent.addEventListener('focusin', begin, { once: true });
    parent.addEventListener('submit', checkSentLater, { capture: true });
    return () => {
      parent.removeEventListener('focusin', begin);
      parent.removeEventListener('submit', checkSentLater, { capture: true });
    };
  }, [isChecking]);
  return (
    <div ref={place} className="empty:hidden">
      {around && (
        <Suspense fallback={null}>
          <SupportWatch
            around={around}
            draft={draft}
            uncheckedText={uncheckedText}
            onReady={() => setIsChecking(true)}
          />
        </Suspense>
      )}
    </div>
  );
};
