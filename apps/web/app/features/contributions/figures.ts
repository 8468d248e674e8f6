import type { LikeStatus } from '@commons/contract/feed';
import { useMutation } from '@tanstack/react-query';
import { showFailure } from '../../lib/api-error.ts';

/** The figures of what members comment on and react to, as answers and frames carry them; some have but one of the two. */
type Figures = { likesCount?: number; commentsCount?: number; countsRevision: number };
type Subject = Figures & { id: string };
type Likeable = Subject & { isLiked: boolean; likesCount: number };

/** The figures with the higher revision stand, whichever came last. */
export const withFigures = <Item extends Subject>(
  item: Item,
  { likesCount, commentsCount, countsRevision }: Figures,
): Item =>
  countsRevision > item.countsRevision
    ? {
        ...item,
        ...(likesCount !== undefined && { likesCount }),
        ...(commentsCount !== undefined && { commentsCount }),
        countsRevision,
      }
    : item;

/** What frames last said of figures, by the id of what they are of: an answer that was on its way meanwhile may be older. */
const heardFigures = new Map<string, Figures>();
const maxHeard = 1_000;

/** Keeps the figures that a frame brings, whether or not what they are of is loaded. */
export const hearFigures = (id: string, figures: Figures): void => {
  const heard = heardFigures.get(id);
  if (heard && heard.countsRevision >= figures.countsRevision) return;
  heardFigures.delete(id);
  heardFigures.set(id, figures);
  if (heardFigures.size > maxHeard) heardFigures.delete(heardFigures.keys().next().value ?? '');
};

/** Something as an answer has it, with newer figures if frames brought them. */
export const withHeardFigures = <Item extends Subject>(answered: Item): Item => {
  const heard = heardFigures.get(answered.id);
  return heard ? withFigures(answered, heard) : answered;
};

/** The same with the viewer's own presses: one that was answered after this was read, and one on its way. */
export const withNewerState = <Item extends Likeable>(answered: Item): Item => {
  const press = laterPress(answered);
  const item = withHeardFigures(press ? withPress(answered, press) : answered);
  const isLiked = pendingLike(item.id);
  if (isLiked === undefined || isLiked === item.isLiked) return item;
  return { ...item, isLiked, likesCount: Math.max(0, item.likesCount + (isLiked ? 1 : -1)) };
};

type PendingToggle = { confirmed: LikeStatus; isLiked: boolean; show: (status: LikeStatus) => void };

/** Likes on their way, by the id of what is liked: what the server last said, and what the member wants by now. */
export const pendingToggles = new Map<string, PendingToggle>();

/** What the server answered to presses, by the id of what was pressed. */
const confirmedPresses = new Map<string, LikeStatus>();
const maxConfirmed = 1_000;

/** Keeps what the server answered to a press. */
export const confirmPress = (id: string, status: LikeStatus): void => {
  confirmedPresses.delete(id);
  confirmedPresses.set(id, status);
  if (confirmedPresses.size > maxConfirmed) confirmedPresses.delete(confirmedPresses.keys().next().value ?? '');
};

/** What the viewer's presses on their way want; undefined when none is. An answer of meanwhile does not know of them. */
const pendingLike = (id: string): boolean | undefined => pendingToggles.get(id)?.isLiked;

/** What the server answered to the viewer's last press, if that was after it told these figures. */
const laterPress = ({ id, countsRevision }: { id: string; countsRevision: number }): LikeStatus | undefined => {
  const confirmed = confirmedPresses.get(id);
  return confirmed && confirmed.countsRevision > countsRevision ? confirmed : undefined;
};

/**
 * Something as a press makes it. Once frames brought a newer count than the press saw, they have the say. The revision
 * stays: it is also that of figures which a press does not tell.
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
  /** Shows a state wherever the subject is shown. */
  show: (status: LikeStatus) => void;
  /** What the toast says when the call fails. */
  failedText?: string;
};

/**
 * Answers what a press does. It shows at once. The call toggles, so presses in quick succession must not overlap: one
 * call is under way for each subject, and another follows only while the server's state differs from what is wanted.
 */
export const useToggleLike = (options: LikeOptions): (() => void) => {
  const { id, isLiked, likesCount, countsRevision, toggle, show, failedText = 'Failed to update like' } = options;
  const send = useMutation({
    mutationFn: async (pending: PendingToggle) => {
      while (pending.isLiked !== pending.confirmed.isLiked) {
        pending.confirmed = await toggle();
        confirmPress(id, pending.confirmed);
      }
    },
    onError: (error) => showFailure(error, failedText),
    onSettled: (_data, _error, pending) => {
      pendingToggles.delete(id);
      pending.show(pending.confirmed);
    },
  });
  return () => {
    const underWay = pendingToggles.get(id);
    if (underWay) {
      underWay.isLiked = !underWay.isLiked;
      underWay.show(wanted(underWay));
      return;
    }
    const pending: PendingToggle = { confirmed: { isLiked, likesCount, countsRevision }, isLiked: !isLiked, show };
    pendingToggles.set(id, pending);
    show(wanted(pending));
    send.mutate(pending);
  };
};
