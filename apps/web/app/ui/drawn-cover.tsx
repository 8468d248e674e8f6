import { useId } from 'react';
import { hashOf } from './avatar.tsx';
import { classNames } from './class-names.ts';

/** Colors of cloth, back and stamp. The second half swaps the colors of the first. None is the color of the shelf. */
const cloths = [
  { cloth: 'bg-face-1', edge: 'bg-face-1-shape', fill: 'fill-face-1-shape', stroke: 'stroke-face-1-shape' },
  { cloth: 'bg-face-2', edge: 'bg-face-2-shape', fill: 'fill-face-2-shape', stroke: 'stroke-face-2-shape' },
  { cloth: 'bg-face-3', edge: 'bg-face-3-shape', fill: 'fill-face-3-shape', stroke: 'stroke-face-3-shape' },
  { cloth: 'bg-face-4', edge: 'bg-face-4-shape', fill: 'fill-face-4-shape', stroke: 'stroke-face-4-shape' },
  { cloth: 'bg-face-5', edge: 'bg-face-5-shape', fill: 'fill-face-5-shape', stroke: 'stroke-face-5-shape' },
  { cloth: 'bg-face-1-shape', edge: 'bg-face-1', fill: 'fill-face-1', stroke: 'stroke-face-1' },
  { cloth: 'bg-face-2-shape', edge: 'bg-face-2', fill: 'fill-face-2', stroke: 'stroke-face-2' },
  { cloth: 'bg-hill-near', edge: 'bg-hill-far', fill: 'fill-hill-far', stroke: 'stroke-hill-far' },
  { cloth: 'bg-face-4-shape', edge: 'bg-face-4', fill: 'fill-face-4', stroke: 'stroke-face-4' },
  { cloth: 'bg-face-5-shape', edge: 'bg-face-5', fill: 'fill-face-5', stroke: 'stroke-face-5' },
] as const;

/** Returns one of ten pairs of colors. */
export const clothOf = (number: number) => cloths[number % cloths.length] ?? cloths[0];

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

type DrawnCoverProps = {
  kind: 'book' | 'podcast';
  title: string;
  /** Position on a shelf. Neighbors get different colors. Default: the title decides. */
  position?: number | undefined;
};

/** A generated cover without words: stamped cloth. Stamp and design depend on the title. */
export const DrawnCover = ({ kind, title, position }: DrawnCoverProps) => {
  const bits = hashOf(title);
  const { cloth, fill, stroke, edge } = clothOf(position ?? Math.trunc(bits / 8));
  const path = stamps[bits % stamps.length] ?? stamps[0];
  const designs = designsOf[kind];
  const Design = designs[Math.trunc(bits / 96) % designs.length] ?? Pattern;
  return (
    <span
      className={classNames(
        'relative block size-full overflow-hidden forced-color-adjust-none dark:brightness-130 dark:saturate-125',
        cloth,
      )}
    >
      <svg viewBox="0 0 200 300" preserveAspectRatio="xMidYMid slice" className="absolute inset-0 size-full">
        <Design path={path} fill={fill} stroke={stroke} />
      </svg>
      {kind === 'book' && <span className={classNames('absolute inset-y-0 start-0 w-[7%]', edge)} />}
    </span>
  );
};

type DesignProps = { path: string; fill: string; stroke: string };

/** Width and height of a part of the pattern. A cover is 200 units wide. */
const tile = 72;

const Pattern = ({ path, fill, top = 0 }: Pick<DesignProps, 'path' | 'fill'> & { top?: number }) => {
  const id = useId();
  return (
    <>
      <pattern id={id} width={tile} height={tile} patternUnits="userSpaceOnUse" x="10" y={top + 8}>
        {[tile / 4, (tile * 3) / 4].map((center) => (
          <path key={center} d={path} transform={`translate(${center} ${center}) scale(1.25)`} className={fill} />
        ))}
      </pattern>
      <rect y={top} width="200" height={300 - top} fill={`url(#${id})`} />
    </>
  );
};

/** One large stamp in a ring. */
const Medallion = ({ path, fill, stroke }: DesignProps) => (
  <>
    <circle cx="106" cy="150" r="62" fill="none" strokeWidth="4" className={stroke} />
    <path d={path} transform="translate(106 150) scale(3.5)" className={fill} />
    <rect x="27" y="14" width="160" height="272" rx="4" fill="none" strokeWidth="4" className={stroke} />
  </>
);

/** A stamp above a pattern. */
const Band = ({ path, fill }: DesignProps) => (
  <>
    <path d={path} transform="translate(106 100) scale(2.6)" className={fill} />
    <path d="M0 194h200v6H0zM0 208h200v3H0z" className={fill} />
    <Pattern path={path} fill={fill} top={212} />
  </>
);

/** A stamp between headphones. */
const Headphones = ({ path, fill, stroke }: DesignProps) => (
  <>
    <path d="M40 158a60 60 0 0 1 120 0" fill="none" strokeWidth="7" className={stroke} />
    <rect x="29" y="150" width="22" height="46" rx="10" className={fill} />
    <rect x="149" y="150" width="22" height="46" rx="10" className={fill} />
    <path d={path} transform="translate(100 158) scale(2.6)" className={fill} />
  </>
);

/** Rings of sound around a stamp. */
const Rings = ({ path, fill, stroke }: DesignProps) => (
  <>
    {[46, 66, 86].map((radius) => (
      <circle key={radius} cx="100" cy="150" r={radius} fill="none" strokeWidth="4" className={stroke} />
    ))}
    <path d={path} transform="translate(100 150) scale(2.2)" className={fill} />
  </>
);

const designsOf = { book: [Pattern, Medallion, Band], podcast: [Headphones, Rings, Pattern] } as const;
