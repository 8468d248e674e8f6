import { useState } from 'react';
import { graphemesOf, locale } from '../lib/locale.ts';
import { classNames } from './class-names.ts';

type AvatarProps = {
  /** Determines the colors of a generated avatar, so that a member looks the same everywhere. */
  id: string;
  name: string;
  imageUrl?: string | null | undefined;
  size?: 'small' | 'medium' | 'large' | 'huge';
};

const sizes = {
  small: 'size-8 text-xs',
  medium: 'size-11 text-sm',
  large: 'size-16 text-lg',
  huge: 'size-28 text-2xl',
} as const;
const pixels = { small: 32, medium: 44, large: 64, huge: 112 } as const;
/** Background and shape colors of generated avatars. */
const tones = [
  { background: 'bg-face-1', shape: 'fill-face-1-shape' },
  { background: 'bg-face-2', shape: 'fill-face-2-shape' },
  { background: 'bg-face-3', shape: 'fill-face-3-shape' },
  { background: 'bg-face-4', shape: 'fill-face-4-shape' },
  { background: 'bg-face-5', shape: 'fill-face-5-shape' },
  { background: 'bg-face-6', shape: 'fill-face-6-shape' },
] as const;

/** Hills and leaves in a square of 44 units, simple enough to be distinguishable at 24 px. */
const shapes = [
  // A long slope.
  'M0 20c14 3 26 9 44 8v16H0z',
  // Two hills, the second behind.
  'M0 33c7-9 14-9 21-1 6-14 15-15 23-3v15H0z',
  // One leaf from the corner.
  'M0 44C-4 20 14 2 40 2c2 26-14 42-40 42z',
  // Two leaves of a seedling.
  'M20 44V30C8 30 2 22 2 12c12 0 19 7 20 15 1-9 8-17 20-17 0 12-8 20-19 20v14z',
  // A tree on a hill.
  'M0 36c10-4 20-5 28-4V25a11 11 0 1 1 4 0v7c5 1 9 2 12 4v8H0z',
  // A hill with the sun above it.
  'M0 32c12-8 28-8 44 0v12H0zM30 20a8 8 0 1 1 .1 0z',
  // Grass.
  'M4 44C4 30 2 20-2 12c8 6 12 16 12 32zm9 0c0-18 4-30 12-40-2 12-4 24-4 40zm13 0c1-12 6-22 16-28-5 8-7 17-7 28z',
  // A stream between two banks.
  'M0 6c20 2 10 18 18 26 4 4 8 7 8 12H0zM44 14C30 16 36 28 38 34c1 4 2 7 2 10h4z',
] as const;

/** Returns a number of 32 bits, always the same for the same id. */
export function hashOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  // Consecutive ids differ in a few characters only, so all bits are mixed.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return (hash ^ (hash >>> 12)) >>> 0;
}

/** Returns the generated avatar of an id, one of 96. */
export function generatedAvatar(id: string): { tone: number; shape: number; isMirrored: boolean } {
  const bits = hashOf(id);
  return { tone: bits % 6, shape: Math.trunc(bits / 6) % 8, isMirrored: Math.trunc(bits / 48) % 2 === 1 };
}

function initialsOf(name: string) {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const initialWords = words.length > 1 ? [words[0] ?? '', words.at(-1) ?? ''] : words;
  return initialWords
    .map((word) => graphemesOf(word)[0] ?? '')
    .join('')
    .toLocaleUpperCase(locale);
}

/** Hidden from screen readers: the member's name is always next to it. */
export function Avatar({ id, name, imageUrl, size = 'medium' }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const { tone, shape, isMirrored } = generatedAvatar(id);
  const hasImage = typeof imageUrl === 'string' && imageUrl !== '' && imageUrl !== brokenUrl;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        // Aligned to the top of its line: space for descenders below it would make a focus ring oval.
        'relative inline-flex aspect-square shrink-0 items-center justify-center overflow-hidden rounded-full align-top font-semibold text-face-ink select-none forced-color-adjust-none',
        sizes[size],
        tones[tone]?.background,
      )}
    >
      {hasImage ? (
        <img
          src={size === 'huge' ? imageUrl : smallPhotoUrl(imageUrl)}
          alt=""
          width={pixels[size]}
          height={pixels[size]}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setBrokenUrl(imageUrl)}
        />
      ) : (
        <>
          <svg viewBox="0 0 44 44" className={classNames('absolute inset-0 size-full', isMirrored && '-scale-x-100')}>
            <path d={shapes[shape]} className={tones[tone]?.shape} />
          </svg>
          <span className="relative">{initialsOf(name)}</span>
        </>
      )}
    </span>
  );
}

/** Returns the URL of a profile photo's small version. External photos have one size, so their URL stays unchanged. */
export const smallPhotoUrl = (url: string): string => url.replace(/^(\/media\/[\da-f-]+)-full\.webp$/, '$1-small.webp');
