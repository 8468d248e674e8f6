import type { Post } from '@commons/contract/feed';
import { Suspense } from 'react';
import { importAfterFirstScreen } from '../../lib/lazy.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { heightOfAsides } from './card-heights.ts';

const PostExtras = lazyComponent(() => import('./post-extras.tsx'), { fetch: importAfterFirstScreen });

export type PostAsidesProps = {
  post: Post;
  /** What its buttons say they are about. */
  name: string;
};

/** What a post asks, and to what it invites. Until their code is there their words stand in as much room. */
export const PostAsides = ({ post, name }: PostAsidesProps) =>
  (post.poll ?? post.eventId) && (
    <Suspense
      fallback={
        <p className="mt-3 leading-13 whitespace-pre-line" style={{ height: heightOfAsides(post) }}>
          {[...(post.poll?.options.map(({ text }) => text) ?? []), post.event?.title].join('\n')}
        </p>
      }
    >
      <PostExtras post={post} name={name} />
    </Suspense>
  );
