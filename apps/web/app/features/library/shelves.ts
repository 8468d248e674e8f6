/** The texts and form fields of a kind of item. */
const book = {
  kind: 'book',
  noun: 'Book',
  /** Also the name of its picture and of its CSV file. */
  plural: 'books',
  title: 'Books',
  intro: 'For slow evenings and long journeys. Chosen by the people who run this community.',
  emptyTitle: 'No books yet',
  emptyText: 'Check back soon for curated book recommendations.',
  coverField: 'imageUrl',
  coverShapeHint: 'upright works best',
  linkField: 'buyLink',
  linkFieldLabel: 'Buy Link',
  /** Text of the link to the item. */
  linkLabel: 'Buy',
} as const;

const podcast = {
  kind: 'podcast',
  noun: 'Podcast',
  plural: 'podcasts',
  title: 'Podcasts',
  intro: 'For a walk, the washing-up or a sleepless hour. Each opens on its own site.',
  emptyTitle: 'No podcasts yet',
  emptyText: 'Check back soon for curated podcast recommendations.',
  coverField: 'albumCoverUrl',
  coverShapeHint: 'square works best',
  linkField: 'podcastLink',
  linkFieldLabel: 'Podcast Link',
  linkLabel: 'Listen',
} as const;

export const shelves = { book, podcast };
export type Shelf = typeof book | typeof podcast;
