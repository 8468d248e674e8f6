import type { Profile } from '@commons/contract/profiles';
import { socialLink, type SocialSite, socialSites } from '@commons/contract/social-handles';
import { BookOpen, ExternalLink, Flower2, Heart, type LucideIcon, MapPin, Sparkles, Target, Timer } from 'lucide-react';
import { Link } from 'react-router';
import { LinkedText } from '../../lib/linked-text.tsx';
import { formatCount } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';

/** One's own profile shows every card, so that it is plain what could be told; others' only what was. */
export function ProfileCards({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  return (
    <>
      <JourneyCard profile={profile} />
      <PersonalCard profile={profile} isOwn={isOwn} />
      <QuoteCard quote={profile.favoriteQuote} isOwn={isOwn} />
      <ThreeThingsCard text={profile.threeInterestingThings} isOwn={isOwn} />
      <SocialCard profile={profile} isOwn={isOwn} />
    </>
  );
}

/** Section 9 of the specification. */
const minutesOfOneMeditation = 15;

function JourneyCard({ profile }: { profile: Profile }) {
  const { mindfulnessScore, meditationMinutes } = profile;
  return (
    <Card as="section" aria-labelledby="journey-title">
      <h2 id="journey-title" className="text-lg">
        Mindfulness Journey
      </h2>
      <dl className="mt-3 flex flex-col gap-3">
        <Figure
          icon={Sparkles}
          iconClass="bg-apricot-fill text-on-apricot"
          label="Mindfulness Points"
          count={mindfulnessScore}
        />
        <Figure
          icon={Timer}
          iconClass="bg-lavender-soft text-lavender"
          label="Meditation Minutes"
          count={meditationMinutes}
        />
        <Figure
          icon={Flower2}
          iconClass="bg-primary-soft text-primary"
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

type FigureProps = { icon: LucideIcon; iconClass: string; label: string; count: number };

const Figure = ({ icon: Icon, iconClass, label, count }: FigureProps) => (
  <div className="flex items-center gap-3">
    <dt className="flex min-w-0 flex-1 items-center gap-3 text-sm text-muted">
      <span className={classNames('inline-flex size-9 shrink-0 items-center justify-center rounded-full', iconClass)}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      </span>
      {label}
    </dt>
    <dd className="font-semibold tabular-nums">{formatCount(count)}</dd>
  </div>
);

type Row = { name: 'location' | 'favoriteBook' | 'favoriteHobby' | 'currentGoal'; label: string; icon: LucideIcon };

const rows: readonly Row[] = [
  { name: 'location', label: 'Location', icon: MapPin },
  { name: 'favoriteBook', label: 'Favorite Book', icon: BookOpen },
  { name: 'favoriteHobby', label: 'Favorite Hobby', icon: Heart },
  { name: 'currentGoal', label: 'Current Goal', icon: Target },
];

function PersonalCard({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
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
            <dd className="ps-7.5 text-sm">
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

function QuoteCard({ quote, isOwn }: { quote: string | null; isOwn: boolean }) {
  if (quote === null && !isOwn) return null;
  return (
    <Card as="section" aria-labelledby="quote-title">
      <h2 id="quote-title" className="text-lg">
        Favorite Quote
      </h2>
      {quote === null ? (
        <p className="mt-2 text-sm text-muted">A line that stays with you could stand here.</p>
      ) : (
        <blockquote className="mt-3 border-s-2 border-apricot-fill ps-4 font-heading text-base italic">
          <LinkedText text={quote} />
        </blockquote>
      )}
    </Card>
  );
}

/** Written one to a line, they are shown as a list; as a text, they stay a text. */
function ThreeThingsCard({ text, isOwn }: { text: string | null; isOwn: boolean }) {
  if (text === null && !isOwn) return null;
  const things = (text ?? '').split('\n').filter((line) => line.trim() !== '');
  return (
    <Card as="section" aria-labelledby="things-title">
      <h2 id="things-title" className="text-lg">
        Three Things About Me
      </h2>
      {things.length === 0 && <p className="mt-2 text-sm text-muted">Three small things that make you you.</p>}
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

/** Each link is built from a handle by the contract, so it can lead nowhere but to the site it names. */
function SocialCard({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const links = sites.flatMap((site) => {
    const handle = profile[site];
    const href = socialLink(site, handle);
    return href === null || handle === null ? [] : [{ site, handle, href, label: socialSites[site].label }];
  });
  if (links.length === 0 && !isOwn) return null;
  return (
    <Card as="section" aria-labelledby="social-title">
      <h2 id="social-title" className="text-lg">
        Social Media
      </h2>
      {links.length === 0 && <p className="mt-2 text-sm text-muted">Other places where people may find you.</p>}
      {links.length > 0 && (
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
                <ExternalLink size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
