import type { ModerationCase } from '@commons/contract/moderation/schemas';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [role=dialog], [role=menu]') !== null;

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Keyboard navigation in the queue: j or arrow down for the next case, k or arrow up for the previous one. */
export const useCaseKeys = (cases: readonly ModerationCase[], openId: string | undefined): void => {
  const navigate = useNavigate();
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    // Arrow keys move between cases only while the focus is in the list; elsewhere they scroll.
    if (event.key.startsWith('Arrow') && !(event.target instanceof Element && event.target.closest('[data-case-id]')))
      return;
    // Starts from the focused case, because the route may lag behind quick presses.
    const focusedId = document.activeElement?.closest<HTMLElement>('[data-case-id]')?.dataset['caseId'];
    const currentIndex = cases.findIndex(({ id }) => id === (focusedId ?? openId));
    const next = cases[currentIndex === -1 ? (step === 1 ? 0 : cases.length - 1) : currentIndex + step];
    if (!next) return;
    event.preventDefault();
    void navigate(paths.moderationCase(next.id));
    document.querySelector<HTMLElement>(`[data-case-id="${next.id}"]`)?.focus();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
};

const Key = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-block min-w-6 rounded-small border border-line bg-surface px-1 text-center font-text text-xs">
    {children}
  </kbd>
);

/** The keys of the queue, for devices with a keyboard. */
export const CaseKeysHint = () => (
  <span className="pointer-coarse:hidden">
    Press <Key>j</Key> or <Key>k</Key> to move, <Key>Enter</Key> to go into the case.
  </span>
);
