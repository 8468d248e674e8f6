import { Heart, MessageCircle } from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { BreathingExercise } from './breathing-exercise.tsx';
import { frameClass } from './frame-class.ts';

export const Inside = () => (
  <section aria-labelledby="inside" className={classNames(frameClass, 'pt-12 md:pt-16')}>
    <h2 id="inside" className="text-2xl">
      What it is like inside
    </h2>
    <div className="mt-6 grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start lg:gap-8">
      <SamplePost />
      <BreathingExercise />
    </div>
  </section>
);

const author = { id: 'sample-ines', name: 'Ines Berg' };

const comments = [
  { id: 'sample-tomasz', name: 'Tomasz Reed', text: 'Some mornings that is everything. Thank you for telling us.' },
  { id: 'sample-amara', name: 'Amara Okoye', text: 'I went and sat by mine, because of you.' },
] as const;

/** A sample post without working buttons. */
function SamplePost() {
  return (
    <figure>
      <Card>
        <div className="flex items-center gap-3">
          <Avatar {...author} />
          <div>
            <p className="font-semibold">{author.name}</p>
            <p className="text-sm text-muted">Night-shift nurse · 20 minutes ago</p>
          </div>
        </div>
        <p className="mt-4 font-heading text-lg">
          Got up, opened the window, sat by it for five minutes. That was my whole morning, and it was enough.
        </p>
        <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-3 text-sm text-muted">
          <span className="inline-flex items-center gap-2">
            <Heart size={20} strokeWidth={1.75} aria-hidden="true" className="fill-current text-apricot" />
            14 likes
          </span>
          <span className="inline-flex items-center gap-2">
            <MessageCircle size={20} strokeWidth={1.75} aria-hidden="true" />2 comments
          </span>
        </p>
        <ul className="mt-4 flex flex-col gap-3">
          {comments.map(({ text, ...member }) => (
            <li key={member.id} className="flex items-start gap-3">
              <Avatar {...member} size="small" />
              <div className="rounded-control bg-sunk px-3 py-2 text-sm forced-colors:border">
                <p className="font-semibold">{member.name}</p>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Card>
      <figcaption className="mt-2 text-xs text-muted">
        An example. The post and the people in it are made up.
      </figcaption>
    </figure>
  );
}
