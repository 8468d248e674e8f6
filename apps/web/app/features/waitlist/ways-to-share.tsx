import { MessageCircle, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { frameClass } from './frame-class.ts';

/** Explains posts, wellness wins and gratitude notes, each with a small picture of itself. */
export const WaysToShare = () => (
  <section aria-labelledby="ways" className={classNames(frameClass, 'pt-12 md:pt-16')}>
    <h2 id="ways" className="text-2xl">
      Three ways to share
    </h2>
    <p className="mt-2 max-w-[60ch] text-lg text-muted">Pick the one that fits the day. Or none.</p>
    <ul className="mt-6 grid gap-8 md:grid-cols-3">
      <Way
        title="A post"
        text="For how you are, in as many words as it takes. It appears in the community feed, and people can answer."
        picture={
          <div className={paperClass}>
            <p className="flex items-center gap-2 font-semibold">
              <Avatar id="sample-tomasz" name="Tomasz Reed" size="small" />
              Tomasz Reed
            </p>
            <p className="mt-2">Awake since four. How do you get through a night like this?</p>
            <p className="mt-3 flex items-center gap-2 text-muted">
              <MessageCircle size={16} strokeWidth={1.75} className="shrink-0" />
              You could try the radio, quietly.
            </p>
          </div>
        }
      />
      <Way
        title="A wellness win"
        text="For something that went well, however small. People do not answer it, they cheer."
        picture={
          <div className={paperClass}>
            <Badge tone="primary">Mental Health</Badge>
            <p className="mt-2 font-heading text-lg font-semibold">I opened the letter</p>
            <p className="mt-1">It had been on the table for a week.</p>
            <p className="mt-3 flex items-center gap-2 text-apricot">
              <Sparkles size={16} strokeWidth={1.75} className="shrink-0" />
              Cheer
            </p>
          </div>
        }
      />
      <Way
        title="A gratitude note"
        text="For what made a day lighter, in a line or two. It hangs on a wall that everyone shares, and asks for nothing back."
        picture={
          <div className="relative w-full max-w-48 rotate-[-2deg] rounded-small border border-note-ink/15 bg-note-1 px-4 pt-6 pb-4 text-sm text-note-ink shadow-float">
            <span className="absolute inset-x-0 -top-2 mx-auto h-4 w-16 rotate-1 bg-note-6/90 forced-colors:border" />
            <p>The light in the kitchen at seven, and nobody up yet.</p>
            <p className="mt-3 text-xs">Amara</p>
          </div>
        }
      />
    </ul>
    <p className="mt-8 max-w-[68ch] text-sm text-muted">
      There are guided meditations, journal prompts, books, podcasts and events, too.{' '}
      {/* Screen readers skip the pictures. */}
      <span aria-hidden="true">The people and words in these pictures are made up.</span>
    </p>
  </section>
);

const paperClass = 'w-full max-w-72 rounded-card border border-line bg-surface p-4 text-sm';

type WayProps = { title: string; text: string; picture: ReactNode };

const Way = ({ title, text, picture }: WayProps) => (
  <li className="flex flex-col">
    <div
      aria-hidden="true"
      className="flex min-h-56 flex-col items-center justify-center rounded-card bg-primary-soft p-6 select-none"
    >
      {picture}
    </div>
    <h3 className="mt-4 text-lg">{title}</h3>
    <p className="mt-1 text-muted">{text}</p>
  </li>
);
