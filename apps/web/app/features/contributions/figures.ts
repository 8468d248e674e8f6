import { laterPress, pendingLike, withPress } from './likes.ts';

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
