import type { Profile } from '@commons/contract/profiles';
import { BookOpen, Heart, type LucideIcon, MapPin, Target } from 'lucide-react';
import { LinkedText } from '../../lib/linked-text.tsx';
import { Card } from '../../ui/card.tsx';

type Row = { name: 'location' | 'favoriteBook' | 'favoriteHobby' | 'currentGoal'; label: string; icon: LucideIcon };

const rows: readonly Row[] = [
  { name: 'location', label: 'Location', icon: MapPin },
  { name: 'favoriteBook', label: 'Favorite Book', icon: BookOpen },
  { name: 'favoriteHobby', label: 'Favorite Hobby', icon: Heart },
  { name: 'currentGoal', label: 'Current Goal', icon: Target },
];

export function PersonalCard({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const shown = rows.filter(({ name }) => isOwn || profile[name] !== null);
  if (shown.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="personal-title">
      <h2 id="personal-title" className="text-lg">
        Personal Information
      </h2>
      <dl className="mt-3 flex flex-col gap-3.5">
        {shown.map(({ name, label, icon: Icon }) => (
          <div key={name}>
            <dt className="flex items-center gap-3 text-xs text-muted">
              <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
              {label}
            </dt>
            <dd className="pl-7.5 text-sm">
              {profile[name] === null ? (
                <span className="text-muted">Not shared yet</span>
              ) : (
                <LinkedText text={profile[name]} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
