import { gratitudeErrors } from '@commons/contract/gratitude';
import type { Contribution } from '../../platform/contributions.ts';
import { errorsOf } from '../../platform/errors.ts';
import type { ContributionKind } from '../../platform/feature.ts';
import { moderationOf, subjectKind } from '../contributions/index.ts';
import { findReportedNotes } from './gratitude.queries.ts';
import { notes } from './gratitude.tables.ts';

export const gratitudeError = errorsOf(gratitudeErrors);

export const noteKind: ContributionKind = {
  name: 'note',
  table: notes,
  points: 1,
  isSupport: false,
  report: findReportedNotes,
  thread: 'none',
  moderation: moderationOf(notes, () => noteSubject, {
    contribution: (note) => noteContribution(note),
    frames: {
      created: ({ id, authorId }) => ({ type: 'note.created', noteId: id, authorId }),
      deleted: (noteId) => ({ type: 'note.deleted', noteId }),
    },
  }),
};

export const noteContribution = ({ id, authorId }: { id: string; authorId: string }): Contribution => ({
  kind: noteKind,
  id,
  authorId,
  subject: null,
});

export const noteSubject = subjectKind({
  name: noteKind.name,
  table: notes,
  notFound: () => gratitudeError('gratitude.not_found'),
  quote: ({ content }) => ({ content }),
});
