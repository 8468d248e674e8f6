import type { LikeStatus } from '@commons/contract/feed/schemas';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '../../lib/api-error.ts';
import { recentByClient } from '../../lib/client-state.ts';
import type { ItemCache } from '../../lib/list-cache.ts';

/** Counts in responses and live frames. Some items have only one of the two. */
export type Counts = { likesCount?: number; commentsCount?: number; countsRevision: number };
type CountedItem = Counts & { id: string };
type LikeableItem = CountedItem & { isLiked: boolean; likesCount: number };

/** Applies counts if their revision is higher, regardless of the order of arrival. */
const mergeCounts = <Item extends CountedItem>(
  item: Item,
  { likesCount, commentsCount, countsRevision }: Counts,
): Item =>
  countsRevision > item.countsRevision
    ? {
        ...item,
        ...(likesCount !== undefined && { likesCount }),
        ...(commentsCount !== undefined && { commentsCount }),
        countsRevision,
      }
    : item;

/** Latest counts from live frames, by item id. A response in flight may be older. */
const liveCounts = recentByClient<Counts>();

/** Stores counts from a live frame, even if the item is not loaded. */
const storeLiveCounts = (client: QueryClient, id: string, counts: Counts): void => {
  const latest = liveCounts(client).get(id);
  if (latest && latest.countsRevision >= counts.countsRevision) return;
  liveCounts(client).set(id, counts);
};

/** Applies counts from a live frame. */
export const applyCounts = <Item extends CountedItem>(
  { update }: ItemCache<Item>,
  client: QueryClient,
  id: string,
  counts: Counts,
): void => {
  storeLiveCounts(client, id, counts);
  update(client, id, (item) => mergeCounts(item, counts));
};

/** Applies newer counts from live frames to a response. */
export const mergeLiveCounts = <Item extends CountedItem>(client: QueryClient, item: Item): Item => {
  const latest = liveCounts(client).get(item.id);
  return latest ? mergeCounts(item, latest) : item;
};

/** Adds newer live counts and the viewer's latest like to an item of a response. */
export const withNewerState = <Item extends LikeableItem>(client: QueryClient, response: Item): Item => {
  const confirmed = newerConfirmedLike(client, response);
  const item = mergeLiveCounts(client, confirmed ? withLikeStatus(response, confirmed) : response);
  const isLiked = pendingLike(client, item.id);
  if (isLiked === undefined || isLiked === item.isLiked) return item;
  return { ...item, isLiked, likesCount: Math.max(0, item.likesCount + (isLiked ? 1 : -1)) };
};

type PendingToggle = { confirmed: LikeStatus; isLiked: boolean };

/** Likes in flight, by item id: the state that the server confirmed last, and the state that the member wants. */
export const pendingToggles = recentByClient<PendingToggle>();

/** The server's last response to a like, by item id. */
const confirmedLikes = recentByClient<LikeStatus>();

/** Stores the server's response to a like. */
export const storeConfirmedLike = (client: QueryClient, id: string, status: LikeStatus): void =>
  void confirmedLikes(client).set(id, status);

/** Returns the state that a like in flight requests. Undefined if no like is in flight. */
const pendingLike = (client: QueryClient, id: string): boolean | undefined => pendingToggles(client).get(id)?.isLiked;

/** Returns the server's response to the viewer's last like, if it is newer than these counts. */
const newerConfirmedLike = (
  client: QueryClient,
  { id, countsRevision }: { id: string; countsRevision: number },
): LikeStatus | undefined => {
  const confirmed = confirmedLikes(client).get(id);
  return confirmed && confirmed.countsRevision > countsRevision ? confirmed : undefined;
};

/**
 * Applies a like to an item. If frames brought newer counts than the like's response, their counts stay. The revision
 * also stays, because it covers counts that the like does not change.
 */
const withLikeStatus = <Item extends LikeStatus>(
  item: Item,
  { isLiked, likesCount, countsRevision }: LikeStatus,
): Item => (item.countsRevision > countsRevision ? { ...item, isLiked } : { ...item, isLiked, likesCount });

const optimisticStatus = ({ confirmed, isLiked }: PendingToggle): LikeStatus => ({
  ...confirmed,
  isLiked,
  likesCount: Math.max(0, confirmed.likesCount + Number(isLiked) - Number(confirmed.isLiked)),
});

/**
 * Returns a function that toggles a like, with an optimistic update. The API call toggles, so calls for one item
 * must not overlap. Another call is sent only if the server's state still differs from the requested one.
 */
export const useToggleLike = <Item extends LikeableItem>(
  { update }: ItemCache<Item>,
  { id, isLiked, likesCount, countsRevision }: Item,
  toggle: () => Promise<LikeStatus>,
  failedText = 'Failed to update like',
): (() => void) => {
  const client = useQueryClient();
  const show = (status: LikeStatus) => update(client, id, (item) => withLikeStatus(item, status));
  const send = useMutation({
    mutationFn: async (pending: PendingToggle) => {
      while (pending.isLiked !== pending.confirmed.isLiked) {
        pending.confirmed = await toggle();
        storeConfirmedLike(client, id, pending.confirmed);
      }
    },
    onError: (error) => showFailure(error, failedText),
    onSettled: (_data, _error, pending) => {
      pendingToggles(client).delete(id);
      show(pending.confirmed);
    },
  });
  return () => {
    const inFlight = pendingToggles(client).get(id);
    if (inFlight) {
      inFlight.isLiked = !inFlight.isLiked;
      show(optimisticStatus(inFlight));
      return;
    }
    const pending: PendingToggle = { confirmed: { isLiked, likesCount, countsRevision }, isLiked: !isLiked };
    pendingToggles(client).set(id, pending);
    show(optimisticStatus(pending));
    send.mutate(pending);
  };
};
