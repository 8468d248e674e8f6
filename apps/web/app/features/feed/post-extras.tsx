import type { PostAsidesProps } from './post-asides.tsx';
import { PostEvent } from './post-event.tsx';
import { PostPoll } from './post-poll.tsx';

/** What comes after the card: a poll, an event. */
const PostExtras = ({ post, name }: PostAsidesProps) => (
  <>
    {post.poll && <PostPoll post={post} poll={post.poll} name={name} />}
    {post.eventId !== null && <PostEvent event={post.event} />}
  </>
);

export default PostExtras;
