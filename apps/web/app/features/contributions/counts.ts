import type { LikeStatus } from '@commons/contract/feed';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '../../lib/api-error.ts';
import { recentByClient } from '../../lib/client-state.ts';

/** Counts in responses and live frames. Some subjects have only one of the two. */
type Counts = { likesCount?: number; commentsCount?: number; countsRevision: number };
type Subject = Counts & { id: string };
type Likeable = Subject & { isLiked: boolean; likesCount: number };

/** Applies counts if their revision is higher, regardless of the order of arrival. */
export const mergeCounts = <Item extends Subject>(
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

/** Latest counts from live frames by subject id: a response in flight may be older. */
const liveCounts = recentByClient<Counts>();

/** Stores counts from a live frame, even if the subject is not loaded. */
export const storeLiveCounts = (client: QueryClient, id: string, figures: Counts): void => {
  const heard = liveCounts(client).get(id);
  if (heard && heard.countsRevision >= figures.countsRevision) return;
  liveCounts(client).set(id, figures);
};

/** Applies newer counts from live frames to a response. */
export const mergeLiveCounts = <Item extends Subject>(client: QueryClient, answered: Item): Item => {
  const heard = liveCounts(client).get(answered.id);
  return heard ? mergeCounts(answered, heard) : answered;
};

/** Returns the item with the viewer's own likes applied: answered after the item was read, or still in flight. */
export const withNewerState = <Item extends Likeable>(client: QueryClient, answered: Item): Item => {
  const press = laterPress(client, answered);
  const item = mergeLiveCounts(client, press ? withPress(answered, press) : answered);
  const isLiked = pendingLike(client, item.id);
  if (isLiked === undefined || isLiked === item.isLiked) return item;
  return { ...item, isLiked, likesCount: Math.max(0, item.likesCount + (isLiked ? 1 : -1)) };
};

type PendingToggle = { confirmed: LikeStatus; isLiked: boolean; show: (status: LikeStatus) => void };

/** Likes in flight by the id of the liked item: the server's last answer and the state that the member wants. */
export const pendingToggles = recentByClient<PendingToggle>();

/** The server's last answer to a like, by the id of the liked item. */
const confirmedPresses = recentByClient<LikeStatus>();

/** Keeps the server's answer to a press. */
export const confirmPress = (client: QueryClient, id: string, status: LikeStatus): void =>
  void confirmedPresses(client).set(id, status);

/** Returns the state that a like in flight requests; undefined when none is in flight. */
const pendingLike = (client: QueryClient, id: string): boolean | undefined => pendingToggles(client).get(id)?.isLiked;

/** The server's answer to the viewer's last press, if it is newer than these figures. */
const laterPress = (
  client: QueryClient,
  { id, countsRevision }: { id: string; countsRevision: number },
): LikeStatus | undefined => {
  const confirmed = confirmedPresses(client).get(id);
  return confirmed && confirmed.countsRevision > countsRevision ? confirmed : undefined;
};

/**
 * Applies a like to an item. If frames brought newer counts than the like's response, their counts stay. The revision
 * also stays, because it covers counts that the like does not change.
 */
export const withPress = <Item extends LikeStatus>(
  shown: Item,
  { isLiked, likesCount, countsRevision }: LikeStatus,
): Item => (shown.countsRevision > countsRevision ? { ...shown, isLiked } : { ...shown, isLiked, likesCount });

const wanted = ({ confirmed, isLiked }: PendingToggle): LikeStatus => ({
  ...confirmed,
  isLiked,
  likesCount: Math.max(0, confirmed.likesCount + Number(isLiked) - Number(confirmed.isLiked)),
});

type LikeOptions = LikeStatus & {
  id: string;
  toggle: () => Promise<LikeStatus>;
  /** Updates the subject wherever it is shown. */
  show: (status: LikeStatus) => void;
  /** Text of the toast when the call fails. */
  failedText?: string;
};

/**
 * Returns a function that toggles a like, with an optimistic update. The API call toggles, so calls for one subject
 * must not overlap: the next one is sent only if the server's state differs from the wanted one.
 */
export const useToggleLike = (options: LikeOptions): (() => void) => {
  const { id, isLiked, likesCount, countsRevision, toggle, show, failedText = 'Failed to update like' } = options;
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: async (pending: PendingToggle) => {
      while (pending.isLiked !== pending.confirmed.isLiked) {
        pending.confirmed = await toggle();
        confirmPress(client, id, pending.confirmed);
      }
    },
    onError: (error) => showFailure(error, failedText),
    onSettled: (_data, _error, pending) => {
      pendingToggles(client).delete(id);
      pending.show(pending.confirmed);
    },
  });
  return () => {
    const underWay = pendingToggles(client).get(id);
    if (underWay) {
      underWay.isLiked = !underWay.isLiked;
      underWay.show(wanted(underWay));
      return;
    }
    const pending: PendingToggle = { confirmed: { isLiked, likesCount, countsRevision }, isLiked: !isLiked, show };
    pendingToggles(client).set(id, pending);
    show(wanted(pending));
    send.mutate(pending);
  };
};
