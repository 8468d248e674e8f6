import { generatedAvatar, tones } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { LibraryKind } from './library.api.ts';

/** SVG paths of the ornaments, in a 200 × 300 viewBox. Square covers show the lower part. */
const ornaments = [
  // A sun going down behind a hill.
  'M100 178a52 52 0 0 1 52 52c0 7-1 13-4 19 20-8 38-13 52-14v65H0v-46c22 2 40 2 56-1a52 52 0 0 1 44-75z',
  // Three hills.
  'M0 236c34-22 62-22 88-4 30-44 70-48 112-22v90H0zM0 262v38h200v-30c-50 18-120-26-200-8z',
  // The two leaves of a seedling.
  'M104 300v-48c-44 4-66-18-70-58 42-2 66 20 72 50 8-40 36-62 82-62 0 46-30 70-76 68v50z',
  // Rings on water.
  'M100 236a64 20 0 1 0 .1 0zm0 8a44 12 0 1 1-.1 0zM100 210a104 44 0 1 0 .1 0zm0 10a92 36 0 1 1-.1 0z',
  // Grass in the wind.
  'M22 300c4-44-2-70-18-92 30 16 42 46 40 92zm40 0c0-60 10-94 36-124-8 40-8 76-4 124zm52 0c4-44 22-72 58-90-20 28-28 52-28 90zm46 0c4-20 16-34 40-42v42z',
  // A path over a hill.
  'M0 232c60-32 140-32 200 0v68h-58c-2-26-18-34-30-42-8-5-9-10-2-16l-10-2c-14 8-14 16-4 24 12 10 20 18 20 36H0z',
  // A fallen leaf.
  'M14 268c18-54 78-82 166-70-18 64-82 92-140 76l-24 22z',
  // A moon over a distant shore.
  'M132 176a44 44 0 1 0 26 62 36 36 0 1 1-26-62zM0 276c60-12 130-12 200 2v22H0z',
] as const;

/** Returns a smaller font for long titles and long words. */
const fontSizeClass = (mainTitle: string): string => {
  const { length } = mainTitle;
  if (length > 70) return 'text-sm';
  // A long word such as "Mindfulness" would break on a narrow cover.
  if (/[^\s-]{10}/.test(mainTitle)) return 'text-xs @min-[9rem]:text-base';
  if (length > 36) return 'text-sm @min-[9rem]:text-base';
  return 'text-base @min-[9rem]:text-lg';
};

type DrawnCoverProps = { kind: LibraryKind; title: string; author: string | null };

/** A generated cover in brand colors. Its design depends on the title and is the same in both color schemes. */
export const DrawnCover = ({ kind, title, author }: DrawnCoverProps) => {
  const { tone, shape, isMirrored } = generatedAvatar(title);
  const { background, shape: fill } = tones[tone] ?? tones[0];
  const [, name = title, subtitle] = /^(.{3,}?): (.+)$/.exec(title) ?? [];
  return (
    <span className={classNames('@container relative flex size-full overflow-hidden text-face-ink', background)}>
      <svg
        viewBox="0 0 200 300"
        preserveAspectRatio="xMidYMax slice"
        className={classNames('absolute inset-0 size-full', isMirrored && '-scale-x-100')}
      >
        <path d={ornaments[shape]} className={fill} fillRule="evenodd" />
        {kind === 'book' && <path d="M0 0h7v300H0z" className={fill} />}
      </svg>
      <span className="relative flex min-w-0 flex-1 flex-col gap-1 overflow-hidden p-3 ps-4 @min-[9rem]:p-4 @min-[9rem]:ps-6">
        <span
          dir="auto"
          className={classNames(
            'line-clamp-5 font-heading leading-tight font-semibold text-balance',
            fontSizeClass(name),
          )}
        >
          {name}
        </span>
        {subtitle !== undefined && (
          <span dir="auto" className="line-clamp-3 text-xs leading-snug @max-[9rem]:hidden">
            {subtitle}
          </span>
        )}
        {author !== null && (
          <span dir="auto" className="mt-auto line-clamp-2 text-xs leading-snug font-semibold">
            {author}
          </span>
        )}
      </span>
    </span>
  );
};
