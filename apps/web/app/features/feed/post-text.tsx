import type { Post } from '@commons/contract/feed';
import { useMemo } from 'react';
import { LinkedText } from '../../lib/linked-text.tsx';
import { useRememberedState } from '../../lib/remembered-state.ts';
import { Button } from '../../ui/button.tsx';
import { foldText, isShort } from './fold-text.ts';

type PostTextProps = {
  post: Post;
  /** On its own screen a post is shown whole. */
  isAlone: boolean;
  /** What its buttons say they are about. */
  name: string;
};

/** What a post says: a few words in large letters; of many, the first sentences until the rest is asked for. */
export const PostText = ({ post, isAlone, name }: PostTextProps) => {
  const { content } = post;
  const [isOpen, setIsOpen] = useRememberedState(`text:${post.id}`);
  const folded = useMemo(() => (isAlone ? null : foldText(content)), [content, isAlone]);
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
