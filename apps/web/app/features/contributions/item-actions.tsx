import { MessageCircle } from 'lucide-react';
import { type ReactNode, useDeferredValue } from 'react';
import { useRememberedState } from '../../lib/remembered-state.ts';
import { useViewer } from '../auth/index.ts';
import type { CommentSubject } from './comments.cache.ts';
import type Comments from './comments.tsx';
import { commentLabel } from './contributions.texts.ts';
import { LazyComments } from './lazy-comments.tsx';
import { CountButton } from './list-controls.tsx';

const preloadComments = () => void LazyComments.preload();

/** The row of buttons below an item. */
export const ActionRow = ({ children }: { children: ReactNode }) => (
  <div className="-mb-1.5 flex flex-wrap border-t border-line pt-1.5 sm:gap-1">{children}</div>
);

type ItemActionsProps = {
  subject: CommentSubject;
  commentsCount: number;
  /** Identifies the item in the accessible name. */
  name: string;
  /** Whether the comments are open until the reader closes them. */
  areCommentsOpen?: boolean;
  /** The list or screen, which remembers whether its comments are open. */
  place?: string;
  /** Comments that load with the screen. By default, their code loads on demand. */
  comments?: typeof Comments | typeof LazyComments | undefined;
  /** Other buttons of the row. */
  before?: ReactNode;
  after?: ReactNode;
};

/** The buttons below an item, and its comments. */
export function ItemActions(props: ItemActionsProps) {
  const { subject, commentsCount, name, areCommentsOpen = false, place = 'list', before, after } = props;
  const [isOpen, setIsOpen] = useRememberedState(`comments:${subject.id}:${place}`, areCommentsOpen);
  // Deferred, because the button must respond immediately while the comments may render slowly.
  const isShown = useDeferredValue(isOpen);
  const id = `comments-${subject.id}`;
  return (
    <>
      <ActionRow>
        {before}
        <CountButton
          icon={<MessageCircle size={20} strokeWidth={1.75} aria-hidden="true" />}
          label="Comment"
          aria-label={commentLabel(commentsCount, name)}
          count={commentsCount}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onPointerEnter={preloadComments}
          onFocus={preloadComments}
          onClick={() => setIsOpen(!isOpen)}
        />
        {after}
      </ActionRow>
      {isShown && (
        <div id={id}>
          <OpenComments subject={subject} count={commentsCount} comments={props.comments} />
        </div>
      )}
    </>
  );
}

/** Only open comments use the viewer. Otherwise, each change of the viewer's score would rerender all cards. */
function OpenComments({
  subject,
  count,
  comments: Comments = LazyComments,
}: Pick<ItemActionsProps, 'subject' | 'comments'> & { count: number }) {
  const viewer = useViewer();
  return viewer && <Comments subject={subject} viewer={viewer} expectedCount={count} />;
}
