import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Fold } from '../../ui/fold.tsx';
import { viewerQuery } from '../auth/index.ts';
import { hasMutedWord } from './muted-words.ts';

/** What is said of something in place of its words. */
export const hiddenName = 'hidden by a word you muted';

/**
 * Whether something that another member wrote holds a word that the viewer does not want to meet. Their words come with who
 * they are, before anything is drawn, and are compared here (decision 0016).
 */
export const useIsMuted = (authorId: string, texts: readonly (string | null)[]): boolean => {
  // The same list for as long as it holds the same words: a card renders again only when they change.
  const words = useQuery({
    ...viewerQuery,
    select: (viewer) => (viewer && viewer.id !== authorId ? viewer.mutedWords : undefined),
  }).data;
  return words !== undefined && hasMutedWord(words, texts);
};

type MutedFoldProps = { isMuted: boolean; className?: string; children: ReactNode };

/** Shows what it is around, or, where that is muted, that something is there. */
export const MutedFold = ({ isMuted, className, children }: MutedFoldProps) => {
  const [isOpen, setIsOpen] = useState(false);
  if (!isMuted) return children;
  return (
    <Fold
      label="Hidden by a word you muted"
      openWords="Show anyway"
      closeWords="Hide again"
      isOpen={isOpen}
      onToggle={setIsOpen}
      className={className}
    >
      {children}
    </Fold>
  );
};
