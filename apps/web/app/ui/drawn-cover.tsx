import { useId } from 'react';
import { hashOf } from './avatar.tsx';
import { classNames } from './class-names.ts';

/** Cloth and stamp colors. The second half swaps the colors of the first. */
const cloths = [
  { cloth: 'bg-face-1', stamp: 'fill-face-1-shape', edge: 'bg-face-1-shape' },
  { cloth: 'bg-face-2', stamp: 'fill-face-2-shape', edge: 'bg-face-2-shape' },
  { cloth: 'bg-face-3', stamp: 'fill-face-3-shape', edge: 'bg-face-3-shape' },
  { cloth: 'bg-face-4', stamp: 'fill-face-4-shape', edge: 'bg-face-4-shape' },
  { cloth: 'bg-face-5', stamp: 'fill-face-5-shape', edge: 'bg-face-5-shape' },
  { cloth: 'bg-face-6', stamp: 'fill-face-6-shape', edge: 'bg-face-6-shape' },
  { cloth: 'bg-face-1-shape', stamp: 'fill-face-1', edge: 'bg-face-1' },
  { cloth: 'bg-face-2-shape', stamp: 'fill-face-2', edge: 'bg-face-2' },
  { cloth: 'bg-hill-near', stamp: 'fill-hill-far', edge: 'bg-hill-far' },
  { cloth: 'bg-face-4-shape', stamp: 'fill-face-4', edge: 'bg-face-4' },
  { cloth: 'bg-face-5-shape', stamp: 'fill-face-5', edge: 'bg-face-5' },
  { cloth: 'bg-face-6-shape', stamp: 'fill-face-6', edge: 'bg-face-6' },
] as const;

/** SVG paths of the stamps, centered in a square of 24 units. */
const stamps = [
  // A leaf.
  'M0-11c7 6 7 15 .8 21.5L0 4l-.8 6.5C-7 4-7-5 0-11z',
  // A seedling.
  'M-.8 11V3C-8 3-11-1-11-7-4-7-1-4 0 1 1-6 5-10 11-10c0 7-4 11-10.2 11.6V11z',
  // The sun.
  'M0-5a5 5 0 1 1-.1 0zM-.8-11h1.6v4H-.8zm0 18h1.6v4H-.8zM-11-.8h4v1.6h-4zm18 0h4v1.6H7zM-8.3-7.2l1.1-1.1 2.8 2.8-1.1 1.1zm12.7 12.7 1.1-1.1 2.8 2.8-1.1 1.1zM-7.2 8.3l-1.1-1.1 2.8-2.8 1.1 1.1zM5.5-4.4 4.4-5.5l2.8-2.8 1.1 1.1z',
  // The moon.
  'M4-10a10 10 0 1 0 6 15A9 9 0 0 1 4-10z',
  // Waves.
  'M-12-4c4-5 8-5 12 0 4-5 8-5 12 0v3c-4-5-8-5-12 0-4-5-8-5-12 0zm0 8c4-5 8-5 12 0 4-5 8-5 12 0v3c-4-5-8-5-12 0-4-5-8-5-12 0z',
  // A flower with four petals.
  'M0-1.5c-5-4-4-9 0-9.5 4 .5 5 5.5 0 9.5zm0 3c5 4 4 9 0 9.5-4-.5-5-5.5 0-9.5zM-1.5 0c-4 5-9 4-9.5 0 .5-4 5.5-5 9.5 0zm3 0c4-5 9-4 9.5 0-.5 4-5.5 5-9.5 0z',
  // A drop.
  'M0-11C4-4 7-1 7 4A7 7 0 0 1-7 4c0-5 3-8 7-15z',
  // Grass.
  'M-1 11C-1-1-3-6-9-9c1 6 3 11 4 20zm2 0C1-1 3-6 9-9c-1 6-3 11-4 20zm-2 0c-.5-8-.5-14 1-22 1.5 8 1.5 14 1 22z',
] as const;

/** Width and height of a stamp with its margin, in units of a cover that is 200 units wide. */
const tile = 72;

/** Returns the height of a cover in percent, so that the books of a shelf differ a little. */
export const coverHeight = (title: string): number => [100, 92, 96, 88][hashOf(title) % 4] ?? 100;

type DrawnCoverProps = { kind: 'book' | 'podcast'; title: string };

/** A generated cover without words: cloth with a stamped pattern that depends on the title. */
export const DrawnCover = ({ kind, title }: DrawnCoverProps) => {
  const id = useId();
  const bits = hashOf(title);
  const { cloth, stamp, edge } = cloths[Math.trunc(bits / 8) % cloths.length] ?? cloths[0];
  const path = stamps[bits % stamps.length];
  return (
    <span className={classNames('relative block size-full overflow-hidden forced-color-adjust-none', cloth)}>
      <svg viewBox="0 0 200 300" preserveAspectRatio="xMidYMid slice" className="absolute inset-0 size-full">
        <pattern id={id} width={tile} height={tile} patternUnits="userSpaceOnUse" x={10} y={14}>
          <path d={path} transform={`translate(${tile / 4} ${tile / 4}) scale(1.25)`} className={stamp} />
          <path d={path} transform={`translate(${(tile * 3) / 4} ${(tile * 3) / 4}) scale(1.25)`} className={stamp} />
        </pattern>
        <rect width="200" height="300" fill={`url(#${id})`} />
      </svg>
      {kind === 'book' && <span className={classNames('absolute inset-y-0 start-0 w-[7%]', edge)} />}
    </span>
  );
};
