import type { Post } from '@commons/contract/feed';
import type { ReactNode } from 'react';
import { useRememberedState } from '../../lib/remembered-state.ts';
import { Fold } from '../../ui/fold.tsx';
import { MutedFold } from '../muted-words/index.ts';
import { PostAsides } from './post-asides.tsx';
import { PostImages } from './post-images.tsx';
import { PostText } from './post-text.tsx';

type PostBodyProps = { post: Post; isAlone: boolean; isMuted: boolean; name: string };

/** What a post says and shows, folded for as long as it holds what its author warns of or what its reader muted. */
export const PostBody = ({ post, isAlone, isMuted, name }: PostBodyProps) => (
  <MutedFold isMuted={isMuted}>
    <WarningFold post={post}>
      <PostText post={post} isAlone={isAlone} name={name} />
      <PostImages post={post} name={name} />
      <PostAsides post={post} name={name} />
    </WarningFold>
  </MutedFold>
);

const WarningFold = ({ post: { id, contentWarning }, children }: { post: Post; children: ReactNode }) => {
  const [isOpen, setIsOpen] = useRememberedState(`warning:${id}`);
  if (contentWarning === null) return children;
  return (
    <Fold
      label={
        <>
          <span className="font-semibold">Content warning: </span>
          <span dir="auto">{contentWarning}</span>
        </>
      }
      openWords="Show post"
      closeWords="Hide post"
      isOpen={isOpen}
      onToggle={setIsOpen}
    >
      {children}
    </Fold>
  );
};
