import { classNames } from './class-names.ts';

export const Hills = () => (
  <>
    <path className="fill-hill-far" d="M0 128c46-30 92-34 142-16s104 14 178-22v110H0z" />
    <path className="fill-hill-mid" d="M0 152c58-22 108-14 160 0s106 10 160-16v64H0z" />
    <path className="fill-hill-near" d="M0 182c70-20 132-14 190-4 46 8 92 4 130-8v30H0z" />
  </>
);

/** Centered on the origin, with a radius of 1. */
export const Sun = ({ className }: { className?: string }) => (
  <circle r={1} className={classNames('fill-sun', className)} />
);

/** A slightly tilted crescent. */
export const Moon = ({ className }: { className?: string }) => (
  <path d="M.4-.92a1 1 0 1 0 .56 1.24A.8.8 0 1 1 .4-.92z" className={classNames('fill-moon', className)} />
);

type LandscapeProps = {
  /** Position of the sun or moon, in units of the drawing (320 × 200). */
  at: { x: number; y: number; radius: number };
  /** Default: the sun in the light color scheme, the moon in the dark one. */
  light?: 'moon' | undefined;
  className?: string;
};

/** The hills behind every drawing, without a background. Decorative, hidden from screen readers. */
export const Landscape = ({ at, light, className }: LandscapeProps) => (
  <svg viewBox="0 0 320 200" aria-hidden="true" className={classNames('forced-color-adjust-none', className)}>
    <g transform={`translate(${at.x} ${at.y}) scale(${at.radius})`}>
      {light === undefined && <Sun className="dark:hidden" />}
      <Moon className={light === undefined ? 'hidden dark:block' : ''} />
    </g>
    <Hills />
  </svg>
);
