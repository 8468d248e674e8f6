import type { Post } from '@commons/contract/feed';
import { buttonClass } from '../../ui/button.tsx';
import { laterComponent } from '../../ui/lazy-component.tsx';

const PostExtras = laterComponent(() => import('./post-extras.tsx'), {
  meanwhile: ({ post }) => <Words post={post} />,
  saysFailure: true,
});

export type PostAsidesProps = {
  post: Post;
  /** What its buttons say they are about. */
  name: string;
};

/** What a post asks, and to what it invites. Until their code is there their words stand in as much room. */
export const PostAsides = ({ post, name }: PostAsidesProps) =>
  (post.poll ?? post.eventId) && <PostExtras post={post} name={name} />;

/** As tall as a ballot, whose options and foot may take several lines, and as an event. */
const Words = ({ post: { poll, eventId, event } }: { post: Post }) => (
  <>
    {poll && (
      <div className="mt-3">
        <ul className="flex flex-col gap-2 text-sm">
          {poll.options.map(({ id, text }) => (
            <li key={id} className="flex min-h-11 items-center gap-3 rounded-control border border-line px-3 py-2">
              <span className="size-5 shrink-0" />
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {text}
              </span>
            </li>
          ))}
        </ul>
        <div className="invisible mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3 text-sm">
          Your vote is secret · 2 days left
          {!poll.isClosed && <span className={buttonClass('secondary', 'small')}>Vote</span>}
        </div>
      </div>
    )}
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
