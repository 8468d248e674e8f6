import type { CurrentUser } from '@commons/contract/auth';
import { type Win, winCategories } from '@commons/contract/wins';
import { Ellipsis, Sparkles } from 'lucide-react';
import { memo, Suspense, useState } from 'react';
import { LinkedText } from '../../lib/linked-text.tsx';
import { formatMoment } from '../../lib/locale.ts';
import { RelativeTime } from '../../lib/relative-time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailedDialog, lazyComponent } from '../../ui/lazy-component.tsx';
import { lazyMenu } from '../../ui/lazy-menu.tsx';
import { Opening } from '../../ui/loading.tsx';
import { MemberFace, MemberName } from '../../ui/member-link.tsx';
import { contributionName, ReactionButton } from '../contributions/index.ts';
import { useToggleCheer } from './wins.api.ts';

const WinMenu = lazyMenu(() => import('./win-menu.tsx'));
const WinDialog = lazyComponent(() => import('./win-dialog.tsx'), {
  failed: (failure, props) => <FailedDialog failure={failure} {...props} />,
});

/** What its buttons say they are about. */
const nameOf = ({ author, title }: Win): string => contributionName('win', { author, content: title });

type WinCardProps = { win: Win; viewer: CurrentUser };

/** One win. Memoised, so that a cheer for one of hundreds renders one card. */
export const WinCard = memo(({ win, viewer }: WinCardProps) => {
  const [isEditing, setIsEditing] = useState(false);
  const titleId = `win-${win.id}`;
  return (
    <li className="flex min-w-0">
      <Card as="article" aria-labelledby={titleId} className="flex min-w-0 flex-1 flex-col gap-3">
        <header className="-my-2 flex min-h-11 items-center gap-2">
          <div className="flex min-w-0 flex-1 flex-wrap gap-2">
            <Badge tone="primary">{winCategories[win.category]}</Badge>
            {win.isAwaitingReview && <Badge tone="warn">Awaiting review</Badge>}
          </div>
          {(win.can.edit || win.can.delete) && (
            <WinMenu
              trigger={
                <IconButton
                  icon={Ellipsis}
                  label={`Win options, ${nameOf(win)}`}
                  title="Win options"
                  className="-me-2"
                />
              }
              onIntent={WinDialog.preload}
              win={win}
              onEdit={() => setIsEditing(true)}
            />
          )}
        </header>
        <h2 id={titleId} dir="auto" className="text-lg wrap-anywhere">
          {win.title}
        </h2>
        <LinkedText text={win.content} className="text-sm" />
        <div className="mt-auto flex items-center gap-2 pt-3">
          <MemberFace member={win.author} size="small" />
          <p className="min-w-0 flex-1 text-sm wrap-anywhere">
            <MemberName member={win.author} />
            <span className="block text-xs text-muted">
              <RelativeTime at={win.createdAt} className="inline-block" />
              {win.editedAt !== null && <span title={formatMoment(win.editedAt)}> · edited</span>}
            </span>
          </p>
        </div>
        <CheerButton win={win} />
      </Card>
      {isEditing && (
        <Suspense fallback={<Opening />}>
          <WinDialog viewer={viewer} win={win} isOpen={isEditing} onOpenChange={setIsEditing} />
        </Suspense>
      )}
    </li>
  );
});
WinCard.displayName = 'WinCard';

function CheerButton({ win }: { win: Win }) {
  const toggle = useToggleCheer(win);
  return (
    <ReactionButton
      icon={Sparkles}
      word="Cheer"
      nouns={{ one: 'cheer', other: 'cheers' }}
      name={nameOf(win)}
      isGiven={win.isLiked}
      count={win.likesCount}
      onPress={toggle}
    />
  );
}
