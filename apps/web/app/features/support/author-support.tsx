import { startTransition, Suspense, useEffect, useRef, useState } from 'react';
import { importWithRetry } from '../../lib/lazy.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const load = () => import('./support-watch.tsx');
const SupportWatch = lazyComponent(load, { failed: () => null });

/** What is written in the fields of a form. */
export const textIn = (around: HTMLElement): string =>
  Array.from(
    around.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>('textarea, input:is(:not([type]), [type=text])'),
    (field) => field.value,
  )
    .join('\n')
    .trim();

/** Has words that were sent before their reader's code had come looked at when it has. */
export const readSentLater = (around: HTMLElement, text: string): void =>
  // Where it cannot be had, nothing looks at what is written either.
  void importWithRetry(load, { isUnseen: true }).then(
    ({ readSent }) => readSent(around, text),
    () => undefined,
  );

/**
 * Stands in whatever members write: text that speaks of suicide or self-harm shows its author, and nobody else, where
 * somebody listens. It reads the fields around it. All of its code comes when one of them is first gone to, whatever is
 * written then, so that not even the asking for code tells anything (decision 0016).
 */
export const AuthorSupport = ({ draft }: { draft: string }) => {
  const place = useRef<HTMLDivElement>(null);
  const [around, setAround] = useState<HTMLElement | null>(null);
  const [isRead, setIsRead] = useState(false);
  const [sentUnread, setSentUnread] = useState('');
  useEffect(() => {
    const parent = place.current?.closest('form') ?? place.current?.parentElement;
    if (!parent || isRead) return undefined;
    // The field shows first that it was pressed.
    const begin = () => startTransition(() => setAround(parent));
    // What is sent before the code has come is read when it has; its form may have gone by then.
    const keepSent = () => {
      const text = textIn(parent);
      setSentUnread(text);
      readSentLater(parent, text);
    };
    if (parent.contains(document.activeElement)) begin();
    parent.addEventListener('focusin', begin, { once: true });
    parent.addEventListener('submit', keepSent, { capture: true });
    return () => {
      parent.removeEventListener('focusin', begin);
      parent.removeEventListener('submit', keepSent, { capture: true });
    };
  }, [isRead]);
  return (
    <div ref={place} className="empty:hidden">
      {around && (
        <Suspense fallback={null}>
          <SupportWatch around={around} draft={draft} sentUnread={sentUnread} onReading={() => setIsRead(true)} />
        </Suspense>
      )}
    </div>
  );
};
