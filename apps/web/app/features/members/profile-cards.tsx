import type { Profile } from '@commons/contract/profiles/schemas';
import { socialLink, type SocialSite, socialSites } from '@commons/contract/social-handles';
import {
  BookOpen,
  ChevronRight,
  ExternalLink,
  Flower2,
  Heart,
  type LucideIcon,
  MapPin,
  Sparkles,
  Sprout,
  Target,
  Timer,
} from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LinkedText } from '../../ui/linked-text.tsx';

type ProfileCardsProps = {
  profile: Profile;
  isOwn: boolean;
  /** Invites the viewer to complete their own profile; undefined on other profiles. */
  invitation?: ReactNode;
};

/** Cards with the profile's fields. Empty fields are hidden. */
export const ProfileCards = ({ profile, isOwn, invitation }: ProfileCardsProps) => (
  <div className="flex flex-col gap-4 empty:hidden">
    <JourneyCard profile={profile} isOwn={isOwn} />
    <PersonalCard profile={profile} />
    <QuoteCard quote={profile.favoriteQuote} />
    <ThreeThingsCard text={profile.threeInterestingThings} />
    <SocialCard profile={profile} />
    {invitation}
  </div>
);

const optionalFields = [
  'bio',
  'location',
  'favoriteBook',
  'favoriteHobby',
  'currentGoal',
  'favoriteQuote',
  'threeInterestingThings',
] as const;

/** Replaces the cards while every optional field is empty. */
export function CompleteProfileButton({ profile, ...button }: { profile: Profile } & ComponentProps<'button'>) {
  if (optionalFields.every((name) => profile[name] !== null)) return null;
  return (
    <button
      type="button"
      className="flex w-full items-center gap-3 rounded-card border border-line bg-surface p-4 text-start transition-colors hover:bg-primary-soft md:p-6"
      {...button}
    >
      <RoundIcon icon={Sprout} className="bg-primary-soft text-primary" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">Tell us a little about yourself</span>
        <span className="block text-sm text-muted">As much or as little as you like.</span>
      </span>
      <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted rtl:-scale-x-100" />
    </button>
  );
}

const RoundIcon = ({ icon: Icon, className }: { icon: LucideIcon; className: string }) => (
  <span className={classNames('inline-flex size-9 shrink-0 items-center justify-center rounded-full', className)}>
    <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
  </span>
);

/** Section 9 of the specification. */
const minutesPerMeditation = 15;

function JourneyCard({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const { mindfulnessScore, meditationMinutes } = profile;
  const statistics: StatisticProps[] = [
    {
      icon: Sparkles,
      iconClass: 'bg-apricot-fill text-on-apricot',
      label: 'Mindfulness Points',
      count: mindfulnessScore,
    },
    { icon: Timer, iconClass: 'bg-lavender-soft text-lavender', label: 'Meditation Minutes', count: meditationMinutes },
    {
      icon: Flower2,
      iconClass: 'bg-primary-soft text-primary',
      label: 'Completed Meditations',
      count: Math.floor(meditationMinutes / minutesPerMeditation),
    },
  ];
  const visibleStatistics = statistics.filter(({ count }) => isOwn || count > 0);
  if (visibleStatistics.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="journey-title">
      <h2 id="journey-title" className="text-lg">
        Mindfulness Journey
      </h2>
      {isOwn && mindfulnessScore === 0 && (
        <p className="mt-1 text-sm text-muted">Every journey starts at zero. Take your time.</p>
      )}
      <dl className="mt-3 grid grid-cols-[auto_auto_minmax(0,1fr)] gap-x-3 gap-y-3">
        {visibleStatistics.map((statistic) => (
          <Statistic key={statistic.label} {...statistic} />
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <JourneyLink to={paths.leaderboard}>View the leaderboard</JourneyLink>
        {isOwn && <JourneyLink to={paths.points}>Points history</JourneyLink>}
      </div>
    </Card>
  );
}

const JourneyLink = ({ to, children }: { to: string; children: string }) => (
  <Link
    to={to}
    className="inline-flex min-h-6 items-center text-sm font-semibold text-primary underline-offset-4 hover:underline pointer-coarse:min-h-11"
  >
    {children}
  </Link>
);

type StatisticProps = { icon: LucideIcon; iconClass: string; label: string; count: number };

/** A count before its label. Labels of several figures align. */
const Statistic = ({ icon, iconClass, label, count }: StatisticProps) => (
  <div className="col-span-full grid grid-cols-subgrid items-center">
    <dt className="col-span-full row-start-1 grid grid-cols-subgrid items-center text-sm text-muted">
      <RoundIcon icon={icon} className={iconClass} />
      <span className="col-start-3">{label}</span>
    </dt>
    <dd className="col-start-2 row-start-1 text-end font-semibold tabular-nums">{formatCount(count)}</dd>
  </div>
);

type Row = { name: 'location' | 'favoriteBook' | 'favoriteHobby' | 'currentGoal'; label: string; icon: LucideIcon };

const rows: readonly Row[] = [
  { name: 'location', label: 'Location', icon: MapPin },
  { name: 'favoriteBook', label: 'Favorite Book', icon: BookOpen },
  { name: 'favoriteHobby', label: 'Favorite Hobby', icon: Heart },
  { name: 'currentGoal', label: 'Current Goal', icon: Target },
];

function PersonalCard({ profile }: { profile: Profile }) {
  const visibleRows = rows.filter(({ name }) => profile[name] !== null);
  if (visibleRows.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="personal-title">
      <h2 id="personal-title" className="text-lg">
        Personal Information
      </h2>
      <dl className="mt-3 flex flex-col gap-4">
        {visibleRows.map(({ name, label, icon: Icon }) => (
          <div key={name}>
            <dt className="flex items-center gap-3 text-xs text-muted">
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
              {label}
            </dt>
            <dd className="ps-8 text-sm">
              <LinkedText text={profile[name] ?? ''} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function QuoteCard({ quote }: { quote: string | null }) {
  if (quote === null) return null;
  return (
    <Card as="section" aria-labelledby="quote-title">
      <h2 id="quote-title" className="text-lg">
        Favorite Quote
      </h2>
      <blockquote className="mt-3 border-s-2 border-apricot-fill ps-4 font-heading text-base italic">
        <LinkedText text={quote} />
      </blockquote>
    </Card>
  );
}

/** Lines are shown as a list, a single line as text. */
function ThreeThingsCard({ text }: { text: string | null }) {
  const things = (text ?? '').split('\n').filter((line) => line.trim() !== '');
  if (things.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="things-title">
      <h2 id="things-title" className="text-lg">
        Three Things About Me
      </h2>
      {things.length === 1 && <LinkedText text={things[0] ?? ''} className="mt-3 text-sm" />}
      {things.length > 1 && (
        <ul className="mt-3 flex flex-col gap-2 text-sm">
          {things.map((thing, index) => (
            <li key={index} className="flex gap-3">
              <span aria-hidden="true" className="mt-2 size-1.5 shrink-0 rounded-full bg-primary" />
              <LinkedText text={thing} className="min-w-0" />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const sites: readonly SocialSite[] = ['instagram', 'facebook', 'twitter', 'linkedin'];

/** The contract builds each link from a handle, so it can only lead to the named site. */
function SocialCard({ profile }: { profile: Profile }) {
  const links = sites.flatMap((site) => {
    const handle = profile[site];
    const href = socialLink(site, handle);
    return href === null || handle === null ? [] : [{ site, handle, href, label: socialSites[site].label }];
  });
  if (links.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="social-title">
      <h2 id="social-title" className="text-lg">
        Social Media
      </h2>
      <ul className="mt-2 -mb-1 flex flex-col">
        {links.map(({ site, handle, href, label }) => (
          <li key={site}>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              className="group -mx-2 flex min-h-11 items-center gap-3 rounded-control px-2 py-1.5 transition-colors hover:bg-primary-soft"
            >
              <span className="min-w-0 flex-1">
                <span className="block text-xs text-muted">{label}</span>
                <span className="block text-sm font-semibold wrap-anywhere">{handle}</span>
              </span>
              <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
