import type { Meditation } from '@commons/contract/meditations/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useParams } from 'react-router';
import { pageLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FocusRestorer } from '../../ui/focus.tsx';
import { lazyMenu } from '../../ui/lazy-opening.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useViewer, useViewerId } from '../auth/index.ts';
import { Comments, commentsQuery } from '../contributions/index.ts';
import {
  Cover,
  ExternalCovers,
  findSavedMeditation,
  isOwnUrl,
  play,
  PlayerPanel,
  PlayingGlow,
  formatMinutes,
  usePlayerMemberId,
} from '../player/index.ts';
import { meditationLists, meditationSubject } from './meditations.api.ts';
import { consumePlayRequest } from './play-request.ts';

const MeditationMenu = lazyMenu(async () => ({ default: (await import('./meditation-dialog.tsx')).MeditationMenu }));

const prefetch: Prefetch<'id'> = (queryClient, { id = '' }) => {
  void queryClient.prefetchQuery(meditationLists.itemQuery(queryClient, id));
  void queryClient.prefetchInfiniteQuery(commentsQuery(meditationSubject(id)));
};
export const loader = pageLoader(prefetch, { statusIfNull: 404 });
export const clientLoader = screenLoader(prefetch);

export default function MeditationScreen() {
  const { id = '' } = useParams();
  return (
    <div className="flex flex-col gap-4">
      <BackLink to={paths.meditations}>Back to Meditations</BackLink>
      <MeditationDetails key={id} meditationId={id} />
    </div>
  );
}

function MeditationDetails({ meditationId }: { meditationId: string }) {
  const queryClient = useQueryClient();
  const memberId = usePlayerMemberId();
  const query = useQuery(meditationLists.itemQuery(queryClient, meditationId));
  const saved =
    query.isError && query.data === undefined && memberId !== null && findSavedMeditation(memberId, meditationId);
  if (saved) return <MeditationContent meditation={saved.meditation} memberId={memberId} />;
  return (
    <>
      {query.data === undefined && <PageTitle>Meditation</PageTitle>}
      <Loaded
        query={query}
        loading={<MeditationLoading />}
        failure={{ variant: 'card', headingLevel: 'h1', title: 'The meditation could not be loaded' }}
      >
        {(meditation) => {
          if (meditation === null) return <MeditationNotFound />;
          return memberId === null ? (
            <MeditationLoading />
          ) : (
            <MeditationContent meditation={meditation} memberId={memberId} />
          );
        }}
      </Loaded>
    </>
  );
}

/** A phone in landscape shows the cover beside the controls. */
const articleClass =
  'overflow-hidden [@media(orientation:landscape)_and_(max-height:30rem)]:grid [@media(orientation:landscape)_and_(max-height:30rem)]:grid-cols-[2fr_3fr]';
const stageClass =
  'relative h-[min(22rem,26svh)] sm:h-[min(22rem,36svh)] overflow-hidden p-4 sm:p-6 [@media(orientation:landscape)_and_(max-height:30rem)]:h-full';
const landscapeCoverClass =
  '[@media(orientation:landscape)_and_(max-height:30rem)]:h-auto [@media(orientation:landscape)_and_(max-height:30rem)]:w-full';

function MeditationContent({ meditation, memberId }: { meditation: Meditation; memberId: string }) {
  const { id, title, teacher, description, duration, audioUrl, albumCoverUrl } = meditation;
  const playIfRequested = useEffectEvent(() => {
    if (consumePlayRequest(id) && isOwnUrl(audioUrl)) void play(memberId, meditation);
  });
  useEffect(() => playIfRequested(), []);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Card as="article" aria-labelledby="meditation-title" isPadded={false} className={articleClass}>
        <Stage meditation={meditation} />
        <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 p-4 sm:p-6">
          <PlayerPanel
            meditation={meditation}
            memberId={memberId}
            header={
              <header className="relative px-12 text-center">
                <h1 id="meditation-title" dir="auto" className="text-xl wrap-anywhere sm:text-2xl">
                  {title}
                </h1>
                {teacher && (
                  <p dir="auto" className="mt-1 wrap-anywhere">
                    {teacher}
                  </p>
                )}
                <p className="mt-1 text-sm text-muted">{formatMinutes(duration)}</p>
                <Options meditation={meditation} />
              </header>
            }
          />
          {/* Below the player, so that a phone shows the play button first. */}
          {albumCoverUrl !== null && !isOwnUrl(albumCoverUrl) && (
            <FocusRestorer label="Cover">
              <ExternalCovers covers={[albumCoverUrl]} />
            </FocusRestorer>
          )}
        </div>
      </Card>
      {description !== '' && (
        <Card as="section" aria-labelledby="meditation-guide">
          <h2 id="meditation-guide" className="text-lg">
            Guide
          </h2>
          <LinkedText text={description} className="mt-3 max-w-[68ch]" />
        </Card>
      )}
      <MeditationComments meditationId={id} count={meditation.commentsCount} />
    </>
  );
}

/** The square cover before its own blurred colors. */
function Stage({ meditation }: { meditation: Meditation }) {
  return (
    <div className={stageClass}>
      {/* At night the colors are dim, because members listen in bed. They fade into the card. */}
      <Cover
        meditation={meditation}
        className="absolute inset-0 aspect-auto! scale-125 [mask-image:linear-gradient(#000_40%,transparent_90%)] blur-2xl dark:opacity-10"
      />
      <PlayingGlow meditationId={meditation.id} />
      <Cover
        meditation={meditation}
        className={`relative mx-auto h-full rounded-card shadow-float dark:brightness-90 ${landscapeCoverClass}`}
      />
    </div>
  );
}

function Options({ meditation }: { meditation: Meditation }) {
  const navigate = useNavigate();
  const memberId = useViewerId();
  if (memberId === undefined || (!meditation.can.edit && !meditation.can.delete)) return null;
  return (
    <MeditationMenu
      trigger={<IconButton icon={Ellipsis} label="Meditation options" className="absolute end-0 top-0" />}
      meditation={meditation}
      memberId={memberId}
      onDeleted={() => void navigate(paths.meditations, { replace: true })}
    />
  );
}

function MeditationComments({ meditationId, count }: { meditationId: string; count: number }) {
  const viewer = useViewer();
  if (!viewer) return null;
  return (
    <Card>
      <h2 className="text-lg">Comments</h2>
      <Comments subject={meditationSubject(meditationId)} viewer={viewer} expectedCount={count} />
    </Card>
  );
}

const MeditationNotFound = () => (
  <>
    <PageTitle>This meditation is no longer available</PageTitle>
    <NoticeCard
      title="This meditation is no longer available"
      text="It may have been removed. The others are still here."
      link={{ to: paths.meditations, label: 'See all meditations' }}
    />
  </>
);

const MeditationLoading = () => (
  <Loading label="Loading meditation">
    <PageTitle>Meditation</PageTitle>
    <Card aria-hidden="true" isPadded={false} className={articleClass}>
      <Skeleton className={stageClass} />
      <div className="mx-auto flex w-full max-w-2xl flex-col items-center gap-4 p-4 sm:p-6">
        <Skeleton className="h-8 w-3/5" />
        <Skeleton className="h-4 w-1/5" />
        <Skeleton className="h-6 w-full" />
        <Skeleton isRound className="size-20" />
        <Skeleton className="h-16 w-4/5" />
      </div>
    </Card>
  </Loading>
);
