import { formatList, plural } from '../../lib/locale.ts';

export const pointsEarned = (points: number): string =>
  plural(points, {
    one: 'You earned # mindfulness point for listening to this meditation.',
    other: 'You earned # mindfulness points for listening to this meditation.',
  });

/** Where the volume cannot be set, the sound stops at once. */
export const sleepHint = (hasVolume: boolean, time: string): string =>
  hasVolume ? `Fades out in ${time}` : `Stops in ${time}`;

/** Names at most three sites: "a.example, b.example, c.example, and 2 more". */
export const formatSites = (sites: readonly string[]): string => {
  const moreCount = Math.max(0, sites.length - 3);
  return formatList([...sites.slice(0, 3), ...(moreCount > 0 ? [plural(moreCount, { other: '# more' })] : [])]);
};
