import type { Profile } from '@commons/contract/profiles';
import { Flower2, type LucideIcon, Sparkles, Timer } from 'lucide-react';
import { Link } from 'react-router';
import { formatCount } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';

/** Section 9 of the specification. */
const minutesOfOneMeditation = 15;

export function JourneyCard({ profile }: { profile: Profile }) {
  const { mindfulnessScore, meditationMinutes } = profile;
  return (
    <Card as="section" aria-labelledby="journey-title">
      <h2 id="journey-title" className="text-lg">
        Mindfulness Journey
      </h2>
      <dl className="mt-3 flex flex-col gap-3">
        <Figure
          icon={Sparkles}
          look="bg-apricot-fill text-on-apricot"
          label="Mindfulness Points"
          count={mindfulnessScore}
        />
        <Figure
          icon={Timer}
          look="bg-lavender-soft text-lavender"
          label="Meditation Minutes"
          count={meditationMinutes}
        />
        <Figure
          icon={Flower2}
          look="bg-primary-soft text-primary"
          label="Completed Meditations"
          count={Math.floor(meditationMinutes / minutesOfOneMeditation)}
        />
      </dl>
      <Link
        to={paths.leaderboard}
        className="mt-4 inline-flex min-h-6 items-center text-sm font-semibold text-primary underline-offset-4 hover:underline"
      >
        View the leaderboard
      </Link>
    </Card>
  );
}

type FigureProps = { icon: LucideIcon; look: string; label: string; count: number };

const Figure = ({ icon: Icon, look, label, count }: FigureProps) => (
  <div className="flex items-center gap-3">
    <dt className="flex min-w-0 flex-1 items-center gap-3 text-sm text-muted">
      <span className={classNames('inline-flex size-9 shrink-0 items-center justify-center rounded-full', look)}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      </span>
      {label}
    </dt>
    <dd className="font-semibold tabular-nums">{formatCount(count)}</dd>
  </div>
);
