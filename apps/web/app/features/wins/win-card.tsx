import type { CurrentUser } from '@commons/contract/auth';
import { type Win, winCalls, winCategories } from '@commons/contract/wins';
import { Sparkles } from 'lucide-react';
import { memo } from 'react';
import { call } from '../../lib/api-client.ts';
import { Badge } from '../../ui/badge.tsx';
import { OptionsButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyMenu } from '../../ui/lazy-opening.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { AuthorLine } from '../../ui/member-link.tsx';
import { contributionName, ReactionButton, useToggleLike } from '../contributions/index.ts';
import { mutedContentName, MutedFold, useIsMuted } from '../muted-words/index.ts';
import { winLists } from './wins.api.ts';
import { cheerLabel } from './wins.texts.ts';

const WinMenu = lazyMenu(async () => ({ default: (await import('./win-actions.tsx')).WinMenu }));

/** Identifies the win in accessible names of its buttons. */
const nameOf = ({ author, title }: Win, isMuted: boolean): string =>
  contributionName('win', { author, content: title }, isMuted && mutedContentName);

type WinCardProps = { win: Win; viewer: CurrentUser };

/** A win. Memoized, so that a cheer renders only its card. */
export const WinCard = memo(({ win, viewer }: WinCardProps) => {
  const isMuted = useIsMuted(win.authorId, [win.title, win.content]);
  const name = nameOf(win, isMuted);
  const titleId = `win-${win.id}`;
  return (
    <li className="flex min-w-0">
      <Card
        as="article"
        {...(isMuted ? { 'aria-label': name } : { 'aria-labelledby': titleId })}
        className="flex min-w-0 flex-1 flex-col gap-3"
      >
        <header className="-my-2 flex min-h-11 items-center gap-2">
          <div className="flex min-w-0 flex-1 flex-wrap gap-2">
            <Badge tone="primary">{winCategories[win.category]}</Badge>
            {win.isAwaitingReview && <Badge tone="warn">Awaiting review</Badge>}
          </div>
          <WinMenu trigger={<OptionsButton noun="Win" name={name} className="-me-2" />} win={win} viewer={viewer} />
        </header>
        <MutedFold isMuted={isMuted}>
          <h2 id={titleId} dir="auto" className="text-lg wrap-anywhere">
            {win.title}
          </h2>
          <LinkedText text={win.content} className="text-sm" />
        </MutedFold>
        <AuthorLine item={win} />
        <CheerButton win={win} name={name} />
      </Card>
    </li>
  );
});
WinCard.displayName = 'WinCard';

function CheerButton({ win, name }: { win: Win; name: string }) {
  const toggle = useToggleLike(
    winLists,
    win,
    () => call(winCalls.toggleCheer, { params: { id: win.id } }),
    'Failed to update cheer',
  );
  return (
    <ReactionButton
      icon={Sparkles}
      label="Cheer"
      accessibleName={cheerLabel(win.likesCount, name)}
      isPressed={win.isLiked}
      count={win.likesCount}
      onPress={toggle}
    />
  );
}
