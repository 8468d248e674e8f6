import { classNames } from './class-names.ts';

export const Hills = () => (
  <>
    <path className="fill-hill-far" d="M0 128c46-30 92-34 142-16s104 14 178-22v110H0z" />
    <path className="fill-hill-mid" d="M0 152c58-22 108-14 160 0s106 10 160-16v64H0z" />
    <path className="fill-hill-near" d="M0 182c70-20 132-14 190-4 46 8 92 4 130-8v30H0z" />
  </>
);

/** Around the origin, with a radius of 1. */
export const Sun = ({ className }: { className?: string }) => (
  <circle r={1} className={classNames('fill-sun', className)} />
);

/** A crescent that lies a little on its back. */
export const Moon = ({ className }: { className?: string }) => (
  <path d="M.4-.92a1 1 0 1 0 .56 1.24A.8.8 0 1 1 .4-.92z" className={classNames('fill-moon', className)} />
);

type LandscapeProps = {
  /** Where the sun or the moon stands, in the drawing's own units: 320 wide and 200 high. */
  at: { x: number; y: number; radius: number };
  /** Left out, it is the sun where the colours are light and the moon where they are dark. */
  light?: 'sun' | 'moon' | undefined;
  className?: string;
};

/** The common's hills, the ground of every drawing; its sky is the ground that it stands on. Decoration, silent to screen readers. */
export const Landscape = ({ at, light, className }: LandscapeProps) => (
  <svg viewBox="0 0 320 200" aria-hidden="true" className={classNames('forced-color-adjust-none', className)}>
    <g transform={`translate(${at.x} ${at.y}) scale(${at.radius})`}>
      {light !== 'moon' && <Sun className={light === undefined ? 'dark:hidden' : ''} />}
      {light !== 'sun' && <Moon className={light === undefined ? 'hidden dark:block' : ''} />}
    </g>
    <Hills />
  </svg>
);
