import type { Post } from '@commons/contract/feed';
import { Suspense } from 'react';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const PostPoll = lazyComponent(() => import('./post-poll.tsx'));
const PostEvent = lazyComponent(() => import('./post-event.tsx'));

type PostAsidesProps = {
  post: Post;
  /** What its buttons say they are about. */
  name: string;
};

/** What a post asks, and to what it invites. Until their code is there the words of both stand in as much room. */
export const PostAsides = ({ post, name }: PostAsidesProps) => (
  <>
    {post.poll && (
      <Suspense
        fallback={
          <ul className="mt-3 flex flex-col gap-2 pb-15 text-sm">
            {post.poll.options.map(({ id, text }) => (
              <li
                key={id}
                dir="auto"
                className="min-h-11 rounded-control border border-line px-11 py-2.5 wrap-anywhere"
              >
                {text}
              </li>
            ))}
          </ul>
        }
      >
        <PostPoll post={post} poll={post.poll} name={name} />
      </Suspense>
    )}
    {post.eventId !== null && (
      <Suspense
        fallback={
          <p className="mt-3 flex h-22 items-center truncate rounded-control border border-line ps-23 text-sm">
            {post.event?.title}
          </p>
        }
      >
        <PostEvent event={post.event} />
      </Suspense>
    )}
  </>
);
