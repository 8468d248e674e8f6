export const shelfTexts = {
  book: {
    added: 'Book Added!',
    updated: 'Book updated',
    deleted: 'Book deleted',
    createFailed: 'Failed to add book. Please try again.',
    updateFailed: 'Failed to update book. Please try again.',
    deleteFailed: 'Failed to delete book. Please try again.',
    loading: 'Loading books',
    loadFailed: 'The books could not be loaded',
    moreFailed: 'More books could not be loaded.',
  },
  podcast: {
    added: 'Podcast Added!',
    updated: 'Podcast updated',
    deleted: 'Podcast deleted',
    createFailed: 'Failed to add podcast. Please try again.',
    updateFailed: 'Failed to update podcast. Please try again.',
    deleteFailed: 'Failed to delete podcast. Please try again.',
    loading: 'Loading podcasts',
    loadFailed: 'The podcasts could not be loaded',
    moreFailed: 'More podcasts could not be loaded.',
  },
} as const;
