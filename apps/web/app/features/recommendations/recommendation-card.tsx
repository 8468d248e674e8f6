import type { CurrentUser } from '@commons/contract/auth/schemas';
import { recommendationCalls } from '@commons/contract/recommendations/calls';
import type { Recommendation } from '@commons/contract/recommendations/schemas';
import { ExternalLink, Heart } from 'lucide-react';
import { memo } from 'react';
import { call } from '../../lib/api-client.ts';
import { lazyMenu } from '../../ui/lazy-opening.tsx';
import { ContributionCard, likeLabel } from '../contributions/index.ts';
import { recommendationLists } from './recommendations.api.ts';

const RecommendationMenu = lazyMenu(async () => ({
  default: (await import('./recommendation-actions.tsx')).RecommendationMenu,
}));

const reaction = {
  icon: Heart,
  label: 'Like',
  describe: likeLabel,
  failedText: 'Failed to update like',
  toggle: ({ id }: Recommendation) => call(recommendationCalls.toggleRecommendationLike, { params: { id } }),
};

type RecommendationCardProps = { recommendation: Recommendation; viewer: CurrentUser };

/** A recommendation. Memoized, so that a like renders only its card. */
export const RecommendationCard = memo(({ recommendation, viewer }: RecommendationCardProps) => (
  <ContributionCard
    item={recommendation}
    viewer={viewer}
    lists={recommendationLists}
    noun="Recommendation"
    Menu={RecommendationMenu}
    headingLevel="h3"
    reaction={reaction}
  >
    {recommendation.link !== null && <SiteLink link={recommendation.link} />}
  </ContributionCard>
));
RecommendationCard.displayName = 'RecommendationCard';

/** Link with the host name of its site. Look-alike letters are shown in Punycode. */
const SiteLink = ({ link }: { link: string }) => (
  <a
    href={link}
    target="_blank"
    rel="noopener noreferrer nofollow ugc"
    className="-my-1.5 inline-flex min-h-11 items-center gap-2 self-start text-sm font-semibold text-primary underline-offset-4 hover:underline"
  >
    <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
    <span className="min-w-0 wrap-anywhere">{new URL(link).host.replace(/^www\./, '')}</span>
    <span className="sr-only">(opens in a new tab)</span>
  </a>
);
