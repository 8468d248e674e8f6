import { Flower2, type LucideIcon, Leaf, MessageCircleHeart, Sparkles, Timer } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';

type EarningOption = { to: string; icon: LucideIcon; label: string; points: string };

/** Section 9 of the specification. */
const earningOptions: readonly EarningOption[] = [
  { to: paths.gratitudeWall, icon: Leaf, label: 'Gratitude note', points: '+1' },
  { to: paths.wellnessWins, icon: Sparkles, label: 'Wellness win', points: '+1' },
  { to: paths.home, icon: MessageCircleHeart, label: 'Post or reply', points: '+1' },
  { to: paths.meditations, icon: Timer, label: 'Minute of meditation', points: '+1' },
  { to: paths.meditations, icon: Flower2, label: 'Completed meditation', points: '+5 bonus' },
];

/** Lists the ways to earn points, with links. */
export const EarningCard = () => (
  <Card as="section" aria-labelledby="earning-title">
    <h2 id="earning-title" className="text-lg">
      How to Earn Points
    </h2>
    <ul className="mt-2 -mb-2 flex flex-col">
      {earningOptions.map(({ to, icon: Icon, label, points }) => (
        <li key={label}>
          <Link
            to={to}
            className="-mx-2 flex min-h-11 items-center gap-3 rounded-control px-2 py-1.5 text-sm transition-colors hover:bg-primary-soft"
          >
            <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-primary" />
            <span className="min-w-0 flex-1">{label}</span>
            <span className="shrink-0 text-muted tabular-nums">{points}</span>
          </Link>
        </li>
      ))}
    </ul>
    <p className="mt-4 border-t border-line pt-3 text-sm text-muted">A day counts when you earn a point on it.</p>
  </Card>
);
