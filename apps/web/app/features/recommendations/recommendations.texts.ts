import type { RecommendationType } from '@commons/contract/recommendations/schemas';
import { plural } from '../../lib/locale.ts';

export const newRecommendations = (count: number): string =>
  plural(count, { one: '# new recommendation', other: '# new recommendations' });

type SectionTexts = {
  lists: string;
  heading: string;
  lead: string;
  add: string;
  contentLabel: string;
  emptyText: string;
};

/** Texts of the section by type of recommendation. */
export const sectionTexts: Record<RecommendationType, SectionTexts> = {
  journal_prompt: {
    lists: 'Lists of prompts',
    heading: 'Community Recommendations',
    lead: 'Prompts that got someone here writing.',
    add: 'Recommend a Prompt',
    contentLabel: 'The prompt, and why you like it',
    emptyText: 'A question that once helped you write may help someone else begin.',
  },
  book: {
    lists: 'Lists of books',
    heading: 'Community Book Recommendations',
    lead: 'Books that helped someone here.',
    add: 'Recommend a Book',
    contentLabel: 'Why you recommend it',
    emptyText: 'A book that kept you company on a hard day may do the same for someone else.',
  },
  podcast: {
    lists: 'Lists of podcasts',
    heading: 'Community Podcast Recommendations',
    lead: 'Voices that someone here likes to listen to.',
    add: 'Recommend a Podcast',
    contentLabel: 'Why you recommend it',
    emptyText: 'A voice that you like to listen to may be good company for someone else.',
  },
};
