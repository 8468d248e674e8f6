import { paths } from '../../lib/paths.ts';

/** What may bring somebody here, and where it is best met. Kept nowhere: it only says where to begin. */
export const reasons = [
  {
    name: 'people',
    label: 'To meet people who understand',
    place: { to: paths.home, label: 'Read the community feed' },
  },
  { name: 'calm', label: 'To find some calm', place: { to: paths.meditations, label: 'Listen to a meditation' } },
  { name: 'write', label: 'To write things down', place: { to: paths.journalPrompts, label: 'Pick a journal prompt' } },
  {
    name: 'good',
    label: 'To notice what is good',
    place: { to: paths.gratitudeWall, label: 'See the gratitude wall' },
  },
  { name: 'learn', label: 'To learn what helps', place: { to: paths.books, label: 'Look at the books' } },
] as const;

export type Reason = (typeof reasons)[number]['name'];
