import type { CurrentUser } from '@commons/contract/auth';
import { type Recommendation, recommendationCalls } from '@commons/contract/recommendations';
import { ExternalLink, Heart } from 'lucide-react';
import { memo } from 'react';
import { call } from '../../lib/api-client.ts';
import { Badge } from '../../ui/badge.tsx';
import { OptionsButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyMenu } from '../../ui/lazy-opening.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { AuthorLine } from '../../ui/member-link.tsx';
import { contributionName, ReactionButton, useToggleLike, likeLabel } from '../contributions/index.ts';
import { mutedContentName, MutedFold, useIsMuted } from '../muted-words/index.ts';
import { recommendationLists } from './recommendations.api.ts';

const RecommendationMenu = lazyMenu(async () => ({
  default: (await import('./recommendation-actions.tsx')).RecommendationMenu,
}));

/** Identifies the recommendation in accessible names of its buttons. */
const nameOf = ({ author, title }: Recommendation, isMuted: boolean): string =>
  contributionName('recommendation', { author, content: title }, isMuted && mutedContentName);

type RecommendationCardProps = { recommendation: Recommendation; viewer: CurrentUser };

/** A recommendation. Memoized, so that a like renders only its card. */
export const RecommendationCard = memo(({ recommendation, viewer }: RecommendationCardProps) => {
  const { id, title, content, link } = recommendation;
  const toggleLike = useToggleLike(recommendationLists, recommendation, () =>
    call(recommendationCalls.toggleRecommendationLike, { params: { id } }),
  );
  const titleId = `recommendation-${id}`;
  const isMuted = useIsMuted(recommendation.authorId, [title, content]);
  const name = nameOf(recommendation, isMuted);
  const heading = (
    <h3 id={titleId} dir="auto" className="text-lg wrap-anywhere">
      {title}
    </h3>
  );
  return (
    <li className="flex min-w-0">
      <Card
        as="article"
        {...(isMuted ? { 'aria-label': name } : { 'aria-labelledby': titleId })}
        className="flex min-w-0 flex-1 flex-col gap-3"
      >
        <header className="flex items-start gap-2">
          <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
            {!isMuted && heading}
            {recommendation.isAwaitingReview && <Badge tone="warn">Awaiting review</Badge>}
          </div>
          <RecommendationMenu
            trigger={<OptionsButton noun="Recommendation" name={name} className="-my-2 -me-2" />}
            recommendation={recommendation}
            viewer={viewer}
          />
        </header>
        <MutedFold isMuted={isMuted}>
          {isMuted && heading}
          <LinkedText text={content} className="text-sm" />
          {link !== null && <SiteLink link={link} />}
        </MutedFold>
        <AuthorLine item={recommendation} />
        <ReactionButton
          icon={Heart}
          label="Like"
          accessibleName={likeLabel(recommendation.likesCount, name)}
          isPressed={recommendation.isLiked}
          count={recommendation.likesCount}
          onPress={toggleLike}
        />
      </Card>
    </li>
  );
});
RecommendationCard.displayName = 'RecommendationCard';

/** Link with the host name of its site. Look-alike letters are shown in Punycode. */
const SiteLink = ({ link }: { link: string }) => (
  <a
    href={link}
    target="_blank"
    rel="noopener noreferrer nofollow ugc"
    className="-my-1.5 inline-flex min-h-11 items-center gap-2 self-start text-sm font-semibold text-primary underline-offset-4 hover:underline"
  >
    <ExternalLink size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
    <span className="min-w-0 wrap-anywhere">{new URL(link).host.replace(/^www\./, '')}</span>
    <span className="sr-only">(opens in a new tab)</span>
  </a>
);
