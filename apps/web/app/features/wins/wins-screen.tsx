import type { CurrentUser } from '@commons/contract/auth/schemas';
import { winCategories, type WinCategory } from '@commons/contract/wins';
import { winCalls } from '@commons/contract/wins/calls';
import type { Win } from '@commons/contract/wins/schemas';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { memo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../lib/api-client.ts';
import { pageLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CardGrid } from '../../ui/card-grid.tsx';
import { Card } from '../../ui/card.tsx';
import { Chips } from '../../ui/chips.tsx';
import { lazyMenu, useLazyDisclosure } from '../../ui/lazy-opening.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useViewer } from '../auth/index.ts';
import { ArrivalsButton, ContributionCard } from '../contributions/index.ts';
import { type WinFilter, winLists } from './wins.api.ts';
import { cheerLabel, newWins } from './wins.texts.ts';

const loadActions = () => import('./win-actions.tsx');
const WinDialog = lazyPart(async () => ({ default: (await loadActions()).WinDialog }));
const WinMenu = lazyMenu(async () => ({ default: (await loadActions()).WinMenu }));

const filters: readonly { value: WinFilter; label: string }[] = [
  { value: 'all', label: 'All Wins' },
  ...Object.entries(winCategories).map(([value, label]) => ({ value: value as WinCategory, label })),
];

const filterOf = (search: URLSearchParams): WinFilter =>
  filters.find(({ value }) => value === search.get('category'))?.value ?? 'all';

const prefetch: Prefetch = (queryClient, _params, search) => {
  void queryClient.prefetchInfiniteQuery(winLists.query(filterOf(search)));
};
export const loader = pageLoader(prefetch);
export const clientLoader = screenLoader(prefetch);

/** The category is in the URL, so that links and the back button restore it. */
export default function WinsScreen() {
  const viewer = useViewer();
  const [search, setSearch] = useSearchParams();
  const filter = filterOf(search);
  const { isOpen, setIsOpen, button } = useLazyDisclosure(WinDialog);
  const buttonProps = { ...button, disabled: !viewer };
  const emptyAction = (
    <Button variant="secondary" {...buttonProps}>
      Share the first win
    </Button>
  );
  return (
    <div className="flex flex-col gap-6">
      <ScreenHeader
        title="Wellness Wins"
        lead={
          <>
            Small or big things you managed. Thanks go on the{' '}
            <Link to={paths.gratitudeWall} className="text-primary underline underline-offset-4">
              Gratitude Wall
            </Link>
            , stories in the{' '}
            <Link to={paths.home} className="text-primary underline underline-offset-4">
              Community Feed
            </Link>
            .
          </>
        }
        className="sm:flex-nowrap"
      >
        <Button {...buttonProps}>Share a Win</Button>
      </ScreenHeader>
      <Chips
        label="Category"
        options={filters}
        value={filter}
        onChange={(next) => setSearch(next === 'all' ? {} : { category: next }, { replace: true })}
      />
      <CardGrid
        noun="wins"
        key={filter}
        label="Wins"
        list={useInfiniteQuery(winLists.query(filter))}
        skeleton={<WinSkeleton />}
        isReady={viewer !== undefined}
        before={
          viewer && (
            <ArrivalsButton
              lists={winLists}
              filter={filter}
              viewerId={viewer.id}
              countText={newWins}
              failedText="Failed to load new wins. Please try again."
              onLoaded={() => window.scrollTo({ top: 0 })}
            />
          )
        }
        empty={
          filter === 'all'
            ? {
                picture: 'wins',
                title: 'No wins yet',
                text: 'Getting out of bed can be a win. So can finishing a marathon. Yours may be the first one here.',
                action: emptyAction,
              }
            : {
                picture: 'wins',
                title: `No wins under ${winCategories[filter]} yet`,
                text: 'When something goes well there, share it here.',
                action: emptyAction,
              }
        }
      >
        {(win) => viewer && <WinCard key={win.id} win={win} viewer={viewer} />}
      </CardGrid>
      {viewer && isOpen === true && <WinDialog viewer={viewer} isOpen onOpenChange={setIsOpen} />}
    </div>
  );
}

const reaction = {
  icon: Sparkles,
  label: 'Cheer',
  describe: cheerLabel,
  failedText: 'Failed to update cheer',
  toggle: ({ id }: Win) => call(winCalls.toggleCheer, { params: { id } }),
};

/** A win. Memoized, so that a cheer renders only its card. */
const WinCard = memo(({ win, viewer }: { win: Win; viewer: CurrentUser }) => (
  <ContributionCard
    item={win}
    viewer={viewer}
    lists={winLists}
    noun="Win"
    Menu={WinMenu}
    badge={<Badge tone="primary">{winCategories[win.category]}</Badge>}
    reaction={reaction}
  />
));
WinCard.displayName = 'WinCard';

const WinSkeleton = () => (
  <Card aria-hidden="true">
    <Skeleton isRound className="h-6 w-2/5" />
    <Skeleton className="mt-4 h-5 w-4/5" />
    <Skeleton className="mt-4 h-4" />
    <Skeleton className="mt-2 h-4 w-11/12" />
    <Skeleton className="mt-6 h-8 w-3/5" />
  </Card>
);
