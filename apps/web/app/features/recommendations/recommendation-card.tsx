import type { CurrentUser } from '@commons/contract/auth/schemas';
import { recommendationCalls } from '@commons/contract/recommendations/calls';
import type { Recommendation } from '@commons/contract/recommendations/schemas';
import { ExternalLink, Heart } from 'lucide-react';
import { memo } from 'react';
import { call } from '../../lib/api-client.ts';
import { Badge } from '../../ui/badge.tsx';
import { OptionsButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DrawnCover } from '../../ui/drawn-cover.tsx';
import { lazyMenu } from '../../ui/lazy-opening.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { AuthorLine } from '../../ui/member-link.tsx';
import { contributionName, CountButton, likeLabel, useToggleLike } from '../contributions/index.ts';
import { MutedFold, useIsMuted } from '../muted-words/index.ts';
import { recommendationLists } from './recommendations.api.ts';

const RecommendationMenu = lazyMenu(async () => ({
  default: (await import('./recommendation-actions.tsx')).RecommendationMenu,
}));

type RecommendationCardProps = { recommendation: Recommendation; viewer: CurrentUser };

/**
 * A recommendation: the title, the reason, and the member who gives it. Muted content is folded. Memoized, so that a
 * like renders only its card.
 */
export const RecommendationCard = memo(({ recommendation: item, viewer }: RecommendationCardProps) => {
  const { id, title, content, link, type, isAwaitingReview } = item;
  const isMuted = useIsMuted(item.authorId, [title, content]);
  const name = contributionName('recommendation', { ...item, content: title }, isMuted);
  const titleId = `title-${id}`;
  const heading = (
    <h3 id={titleId} dir="auto" className="text-base leading-snug wrap-anywhere">
      {title}
    </h3>
  );
  return (
    <li className="flex min-w-0">
      <Card
        as="article"
        isPadded={false}
        {...(isMuted ? { 'aria-label': name } : { 'aria-labelledby': titleId })}
        className="flex min-w-0 flex-1 flex-col gap-3 p-4"
      >
        <header className="flex items-start gap-3">
          {!isMuted && type !== 'journal_prompt' && <SmallCover kind={type} title={title} />}
          <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
            {isAwaitingReview && <Badge tone="warn">Awaiting review</Badge>}
            {!isMuted && heading}
            {!isMuted && link !== null && <SiteLink link={link} />}
          </div>
          <RecommendationMenu
            trigger={<OptionsButton noun="Recommendation" name={name} size="small" className="-me-1.5 -mt-1" />}
            item={item}
            viewer={viewer}
          />
        </header>
        <MutedFold isMuted={isMuted}>
          {isMuted && heading}
          <LinkedText text={content} className="text-sm" />
          {isMuted && link !== null && <SiteLink link={link} />}
        </MutedFold>
        <footer className="mt-auto flex items-end justify-between gap-2">
          <AuthorLine item={item} />
          <LikeButton item={item} name={name} />
        </footer>
      </Card>
    </li>
  );
});
RecommendationCard.displayName = 'RecommendationCard';

const SmallCover = ({ kind, title }: { kind: 'book' | 'podcast'; title: string }) => (
  <span
    aria-hidden="true"
    className={classNames(
      'w-10 shrink-0 overflow-hidden rounded-small',
      kind === 'book' ? 'aspect-2/3' : 'aspect-square',
    )}
  >
    <DrawnCover kind={kind} title={title} />
  </span>
);

const LikeButton = ({ item, name }: { item: Recommendation; name: string }) => (
  <CountButton
    icon={
      <Heart
        size={20}
        strokeWidth={1.75}
        aria-hidden="true"
        className={item.isLiked ? 'fill-current text-apricot' : undefined}
      />
    }
    label="Like"
    aria-label={likeLabel(item.likesCount, name)}
    count={item.likesCount}
    aria-pressed={item.isLiked}
    className="-me-3"
    onClick={useToggleLike(
      recommendationLists,
      item,
      () => call(recommendationCalls.toggleRecommendationLike, { params: { id: item.id } }),
      'Failed to update like',
    )}
  />
);

/** Link with the host name of its site. Look-alike letters are shown in Punycode. */
const SiteLink = ({ link }: { link: string }) => (
  <a
    href={link}
    target="_blank"
    rel="noopener noreferrer nofollow ugc"
    className="inline-flex min-h-6 max-w-full items-center gap-1.5 text-sm font-semibold text-primary underline-offset-4 hover:underline pointer-coarse:-my-2 pointer-coarse:min-h-11"
  >
    <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
    <span className="min-w-0 truncate">{new URL(link).host.replace(/^www\./, '')}</span>
    <span className="sr-only">(opens in a new tab)</span>
  </a>
);
