import { gratitudeErrors, noteLimits } from '@commons/contract/gratitude';
import * as contract from '@commons/contract/gratitude/schemas';
import { contributionFeature, contributionKind } from '../../community/contributions/index.ts';
import type { Feature } from '../../community/feature.ts';
import { errorsOf } from '../../platform/errors.ts';
import { notes as table, personalData } from './gratitude.tables.ts';

const gratitudeError = errorsOf(gratitudeErrors);

export const noteKind = contributionKind({
  name: 'note',
  table,
  points: 1,
  notFound: () => gratitudeError('gratitude.not_found'),
  quote: ({ content }) => ({ content }),
  frames: {
    created: ({ id, authorId }) => ({ type: 'note.created', noteId: id, authorId }),
    updated: (noteId) => ({ type: 'note.updated', noteId }),
    deleted: (noteId) => ({ type: 'note.deleted', noteId }),
  },
});

/**
 * Clamps a number and rounds it to hundredths, so that the four-byte column returns it unchanged. `+ 0` avoids -0.
 */
const clamp = ({ min, max }: { min: number; max: number }, value: number): number =>
  Math.round(Math.min(max, Math.max(min, value)) * 100) / 100 + 0;

/** Clamps position and rotation of a note to the wall. */
const clampToWall = ({ content, positionX, positionY, rotation }: contract.NoteInput): contract.NoteInput => ({
  content,
  positionX: clamp(noteLimits.positionX, positionX),
  positionY: clamp(noteLimits.positionY, positionY),
  rotation: clamp(noteLimits.rotation, rotation),
});

export const gratitude: Feature = {
  name: 'gratitude',
  ...contributionFeature(noteKind, {
    cannotChange: () => gratitudeError('gratitude.cannot_change'),
    normalize: clampToWall,
    calls: {
      list: contract.listNotes,
      get: contract.getNote,
      create: contract.createNote,
      update: contract.updateNote,
      delete: contract.deleteNote,
    },
  }),
  personalData,
};
