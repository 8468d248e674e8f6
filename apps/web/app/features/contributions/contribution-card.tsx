import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { LikeStatus } from '@commons/contract/feed/schemas';
import type { MemberSummary } from '@commons/contract/members/schemas';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import type { ItemCache } from '../../lib/list-cache.ts';
import { Badge } from '../../ui/badge.tsx';
import { OptionsButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import { AuthorLine } from '../../ui/member-link.tsx';
import { MutedFold, useIsMuted } from '../muted-words/index.ts';
import type { CommentSubject } from './comments.cache.ts';
import { contributionName } from './contributions.texts.ts';
import { useToggleLike } from './counts.ts';
import { ActionRow, ItemActions } from './item-actions.tsx';
import { CountButton } from './list-controls.tsx';

type TitledItem = LikeStatus & {
  id: string;
  authorId: string;
  author: MemberSummary;
  title: string;
  content: string;
  createdAt: string;
  editedAt: string | null;
  isAwaitingReview: boolean;
};

type ContributionCardProps<Item extends TitledItem> = {
  item: Item;
  viewer: CurrentUser;
  lists: ItemCache<Item>;
  /** For example "Win". */
  noun: string;
  Menu: ComponentType<{ trigger: ReactElement<object>; item: Item; viewer: CurrentUser }>;
  headingLevel?: 'h2' | 'h3';
  /** A badge above the title, for example the category. */
  badge?: ReactNode;
  reaction: {
    icon: LucideIcon;
    label: string;
    /** The accessible name of the button. */
    describe: (count: number, name: string) => string;
    failedText: string;
    toggle: (item: Item) => Promise<LikeStatus>;
  };
  comments?: { subject: CommentSubject; count: number };
  /** Rendered below the text. */
  children?: ReactNode;
};

/** A contribution with a title, as a card in a list. Muted content is folded. */
export function ContributionCard<Item extends TitledItem>(props: ContributionCardProps<Item>) {
  const { item, viewer, lists, noun, Menu, headingLevel: Heading = 'h2', badge, reaction } = props;
  const { icon: Icon, label, describe, failedText, toggle } = reaction;
  const isMuted = useIsMuted(item.authorId, [item.title, item.content]);
  const name = contributionName(noun.toLowerCase(), { ...item, content: item.title }, isMuted);
  const titleId = `title-${item.id}`;
  const toggleLike = useToggleLike(lists, item, () => toggle(item), failedText);
  const heading = (
    <Heading id={titleId} dir="auto" className="text-lg wrap-anywhere">
      {item.title}
    </Heading>
  );
  const reactionButton = (
    <CountButton
      icon={
        <Icon
          size={20}
          strokeWidth={1.75}
          aria-hidden="true"
          className={item.isLiked ? 'fill-current text-apricot' : undefined}
        />
      }
      label={label}
      aria-label={describe(item.likesCount, name)}
      count={item.likesCount}
      aria-pressed={item.isLiked}
      className="-ms-3"
      onClick={toggleLike}
    />
  );
  // A title without a badge is beside the menu.
  const hasBadge = badge !== undefined;
  return (
    <li className="flex min-w-0">
      <Card
        as="article"
        {...(isMuted ? { 'aria-label': name } : { 'aria-labelledby': titleId })}
        className="flex min-w-0 flex-1 flex-col gap-3"
      >
        <header className={hasBadge ? '-my-2 flex min-h-11 items-center gap-2' : 'flex items-start gap-2'}>
          <div className={classNames('flex min-w-0 flex-1 gap-2', hasBadge ? 'flex-wrap' : 'flex-col items-start')}>
            {badge}
            {!hasBadge && !isMuted && heading}
            {item.isAwaitingReview && <Badge tone="warn">Awaiting review</Badge>}
          </div>
          <Menu
            trigger={<OptionsButton noun={noun} name={name} className={hasBadge ? '-me-2' : '-my-2 -me-2'} />}
            item={item}
            viewer={viewer}
          />
        </header>
        <MutedFold isMuted={isMuted}>
          {(hasBadge || isMuted) && heading}
          <LinkedText text={item.content} className="text-sm" />
          {props.children}
        </MutedFold>
        <AuthorLine item={item} />
        {props.comments ? (
          <ItemActions
            subject={props.comments.subject}
            commentsCount={props.comments.count}
            name={name}
            before={reactionButton}
          />
        ) : (
          <ActionRow>{reactionButton}</ActionRow>
        )}
      </Card>
    </li>
  );
}
