import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Disclosure } from '../../ui/disclosure.tsx';
import { viewerQuery } from '../auth/index.ts';
import { hasMutedWord } from './muted-words.ts';

/** Replaces the content in accessible names. */
export const mutedContentName = 'hidden by a word you muted';

/**
 * Whether content by another member contains a muted word. The muted words are part of the viewer's data, and the
 * comparison runs in the browser (decision 0016).
 */
export const useIsMuted = (authorId: string, texts: readonly (string | null)[]): boolean => {
  // Structural sharing keeps the list's identity, so that cards re-render only when the words change.
  const words = useQuery({
    ...viewerQuery,
    select: (viewer) => (viewer && viewer.id !== authorId ? viewer.mutedWords : undefined),
  }).data;
  return words !== undefined && hasMutedWord(words, texts);
};

type MutedFoldProps = { isMuted: boolean; className?: string; children: ReactNode };

/** Folds its children if they contain a muted word. */
export const MutedFold = ({ isMuted, className, children }: MutedFoldProps) => {
  const [isOpen, setIsOpen] = useState(false);
  if (!isMuted) return children;
  return (
    <Disclosure
      label="Hidden by a word you muted"
      openLabel="Show anyway"
      closeLabel="Hide again"
      isOpen={isOpen}
      onToggle={setIsOpen}
      className={className}
    >
      {children}
    </Disclosure>
  );
};
