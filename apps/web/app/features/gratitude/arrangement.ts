/** Pixels between notes that stand straight. Tilted ones may touch at the corners, where they have no text. */
const gap = 4;

type Place = { left: number; top: number };

type Box = Place & { height: number };

type Board = { width: number; noteWidth: number; minTop: number };

/** Returns the free place nearest to `top` for a note of this height, between boxes that it would cover in part. */
const nearestFreeTop = (top: number, height: number, obstacles: readonly Box[], minTop: number): number => {
  const isFree = (candidate: number): boolean =>
    candidate >= minTop &&
    obstacles.every((box) => candidate >= box.top + box.height + gap || candidate + height + gap <= box.top);
  const edges = obstacles.flatMap((box) => [box.top + box.height + gap, box.top - height - gap]);
  return [top, minTop, ...edges]
    .filter(isFree)
    .reduce(
      (nearest, candidate) => (Math.abs(candidate - top) < Math.abs(nearest - top) ? candidate : nearest),
      Infinity,
    );
};

/**
 * Moves notes apart that would cover each other. Each note takes the free place nearest to its wish, in pixels, after
 * the notes before it, so that a note added at the end moves no other. Below the last note there is always room.
 */
export const arrangeNotes = <Wish extends Box>(
  wishes: readonly Wish[],
  { width, noteWidth, minTop }: Board,
): (Place & { wish: Wish })[] => {
  const maxLeft = Math.max(0, width - noteWidth);
  const columns = Array.from({ length: 13 }, (_, index) => (maxLeft * index) / 12);
  const placed: Box[] = [];
  return wishes.map((wish) => {
    const places = [wish.left, ...columns].map((left) => {
      const obstacles = placed.filter((box) => Math.abs(box.left - left) < noteWidth + gap);
      return { left, top: nearestFreeTop(wish.top, wish.height, obstacles, minTop) };
    });
    const distance = ({ left, top }: Place): number => Math.hypot(left - wish.left, top - wish.top);
    const { left, top } = places.reduce((best, place) => (distance(place) < distance(best) ? place : best));
    placed.push({ left, top, height: wish.height });
    return { left, top, wish };
  });
};
