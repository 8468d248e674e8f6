import type { Post } from '@commons/contract/feed';
import type { Poll } from '@commons/contract/polls';
import { useTimeText } from '../../lib/relative-time.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { deferredComponent } from '../../ui/lazy-component.tsx';
import { timeLeft } from './poll-times.ts';
import { formatVoteCount, formatVotes } from './poll-votes.ts';

const PostAttachmentsContent = deferredComponent(() => import('./post-extras.tsx'), {
  placeholder: ({ post }) => <AttachmentsPlaceholder post={post} />,
  showsFailure: true,
});

export type PostAttachmentsProps = {
  post: Post;
  /** Names the post in the buttons' accessible names. */
  name: string;
};

/** Poll and event of a post. A placeholder of the same size shows their texts until the code is loaded. */
export const PostAttachments = ({ post, name }: PostAttachmentsProps) =>
  (post.poll ?? post.eventId) && <PostAttachmentsContent post={post} name={name} />;

const AttachmentsPlaceholder = ({ post: { poll, eventId, event } }: { post: Post }) => (
  <>
    {poll && <PollPlaceholder poll={poll} />}
    {eventId !== null && (
      <p
        dir="auto"
        className="mt-3 flex min-h-22 items-center rounded-control border border-line p-3 font-semibold wrap-anywhere"
      >
        {event?.title}
      </p>
    )}
  </>
);

/** Placeholder with the exact size of the ballot, or of the results if the reader has voted or the poll is closed. */
const PollPlaceholder = ({ poll }: { poll: Poll }) => {
  const { options, myOptionId, isClosed, closesAt } = poll;
  const timeLeftText = useTimeText((now) => timeLeft(closesAt, now));
  const showsBallot = !isClosed && myOptionId === null;
  const total = poll.totalVotes ?? 0;
  return (
    <div className="mt-3">
      <ul className="flex flex-col gap-2 text-sm">
        {options.map(({ id, text, votes }) => (
          <li
            key={id}
            className={classNames(
              'flex min-h-11 items-center gap-x-3 rounded-control border border-line px-3 py-2',
              !showsBallot && 'flex-wrap',
            )}
          >
            {showsBallot && <span className="size-5 shrink-0" />}
            <span className={classNames('flex min-w-0 items-center gap-2', !showsBallot && 'flex-1 basis-40')}>
              {id === myOptionId && <span className="size-4.5 shrink-0" />}
              <span dir="auto" className={classNames('min-w-0 wrap-anywhere', id === myOptionId && 'font-semibold')}>
                {text}
              </span>
            </span>
            {!showsBallot && <span className="invisible tabular-nums">{formatVotes(votes ?? 0, total)}</span>}
          </li>
        ))}
      </ul>
      <div className="invisible mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3 text-sm">
        <span suppressHydrationWarning>
          {showsBallot ? 'Your vote is secret' : formatVoteCount(total)} · {isClosed ? 'Closed' : timeLeftText}
        </span>
        {!isClosed && (
          <span
            className={classNames(buttonClass(showsBallot ? 'secondary' : 'quiet', 'small'), !showsBallot && '-me-3')}
          >
            {showsBallot ? 'Vote' : 'Change vote'}
          </span>
        )}
      </div>
    </div>
  );
};
