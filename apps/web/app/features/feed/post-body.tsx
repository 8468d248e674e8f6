import type { Post } from '@commons/contract/feed/schemas';
import { type ReactNode, useMemo } from 'react';
import { useRememberedState } from '../../lib/remembered-state.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { MutedFold } from '../muted-words/index.ts';
import { foldText, isShort } from './fold-text.ts';
import { PostAttachments } from './post-attachments.tsx';
import { PostImages } from './post-images.tsx';

type PostBodyProps = { post: Post; isOnOwnScreen: boolean; isMuted: boolean; name: string };

/** Content of a post, collapsed while it has a content warning or is muted. */
export const PostBody = ({ post, isOnOwnScreen, isMuted, name }: PostBodyProps) => (
  <MutedFold isMuted={isMuted}>
    <WarningFold post={post}>
      <PostText post={post} isOnOwnScreen={isOnOwnScreen} name={name} />
      <PostImages post={post} name={name} />
      <PostAttachments post={post} name={name} />
    </WarningFold>
  </MutedFold>
);

const WarningFold = ({ post: { id, contentWarning }, children }: { post: Post; children: ReactNode }) => {
  const [isOpen, setIsOpen] = useRememberedState(`warning:${id}`, false);
  if (contentWarning === null) return children;
  return (
    <Disclosure
      label={
        <>
          <span className="font-semibold">Content warning: </span>
          <span dir="auto">{contentWarning}</span>
        </>
      }
      openLabel="Show post"
      closeLabel="Hide post"
      isOpen={isOpen}
      onToggle={setIsOpen}
    >
      {children}
    </Disclosure>
  );
};

type PostTextProps = {
  post: Post;
  /** On its own screen, the text of a post is never cut. */
  isOnOwnScreen: boolean;
  /** Names the post in the buttons' accessible names. */
  name: string;
};

/** Text of a post. Short texts use a larger font, and long ones are cut until the reader opens them. */
const PostText = ({ post, isOnOwnScreen, name }: PostTextProps) => {
  const { content } = post;
  const [isOpen, setIsOpen] = useRememberedState(`text:${post.id}`, false);
  const folded = useMemo(() => (isOnOwnScreen ? null : foldText(content)), [content, isOnOwnScreen]);
  return (
    <>
      <LinkedText
        text={isOpen ? content : (folded ?? content)}
        className={isShort(content) ? 'font-heading text-lg' : ''}
      />
      {folded !== null && (
        <Button
          variant="quiet"
          size="small"
          className="mt-1 -ms-3 text-primary"
          aria-label={`${isOpen ? 'Show less' : 'Read more'}, ${name}`}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Read more'}
        </Button>
      )}
    </>
  );
};
