import { sql } from 'drizzle-orm';
import type { Searched } from '../../platform/search/searched.ts';
import { meditations, searchedMeditations } from './meditations.tables.ts';

export const meditationsSearched: Searched = {
  type: 'meditations',
  source: meditations,
  index: searchedMeditations,
  title: sql`${meditations.title}`,
  rest: sql`${meditations.description}`,
  isOpen: sql`true`,
  isShown: sql`true`,
  newness: sql`extract(epoch FROM ${meditations.createdAt})`,
  shown: {
    title: sql`${meditations.title}`,
    text: sql`nullif(${meditations.description}, '')`,
    imageUrl: sql`${meditations.albumCoverUrl}`,
  },
};
