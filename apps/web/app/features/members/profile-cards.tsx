import type { Profile } from '@commons/contract/profiles';
import { JourneyCard } from './journey-card.tsx';
import { PersonalCard } from './personal-card.tsx';
import { QuoteCard } from './quote-card.tsx';
import { SocialCard } from './social-card.tsx';
import { ThreeThingsCard } from './three-things-card.tsx';

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
