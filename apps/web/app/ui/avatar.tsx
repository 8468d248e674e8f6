import { useState } from 'react';
import { graphemesOf, locale } from '../lib/locale.ts';
import { classNames } from './class-names.ts';

type AvatarProps = {
  /** Decides the colour of the stand-in, so that a member looks the same everywhere. */
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
const grounds = ['bg-note-1', 'bg-note-2', 'bg-note-3', 'bg-note-4', 'bg-note-5', 'bg-note-6'] as const;

function groundOf(id: string) {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return grounds[hash % grounds.length];
}

function initialsOf(name: string) {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const chosen = words.length > 1 ? [words[0] ?? '', words.at(-1) ?? ''] : words;
  return chosen
    .map((word) => graphemesOf(word)[0] ?? '')
    .join('')
    .toLocaleUpperCase(locale);
}

/** Always beside the name it stands for, hence silent to screen readers. */
export function Avatar({ id, name, imageUrl, size = 'medium' }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const hasImage = typeof imageUrl === 'string' && imageUrl !== '' && imageUrl !== brokenUrl;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full font-semibold text-note-ink select-none forced-color-adjust-none',
        sizes[size],
        groundOf(id),
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
        initialsOf(name)
      )}
    </span>
  );
}

/**
 * The address of a profile photo's small size. Stored photos differ in the last word of their address alone; any other
 * address, of a photo that is not stored here, has one size.
 */
export const smallPhotoUrl = (url: string): string => url.replace(/^(\/media\/[\da-f-]+)-full\.webp$/, '$1-small.webp');
