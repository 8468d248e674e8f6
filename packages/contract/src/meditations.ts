import type { CallsOf } from './endpoint.ts';
import type * as schemas from './meditations.schemas.ts';
import { defineErrors } from './problem.ts';

export type * from './meditations.schemas.ts';

export const meditationLimits = {
  titleCharacters: 100,
  /** What a meditation is and how to go about it: a guide of some paragraphs. */
  descriptionCharacters: 5_000,
  urlCharacters: 2_000,
  minimumSeconds: 60,
  defaultSeconds: 900,
  maximumSeconds: 4 * 60 * 60,
  audioBytes: 50 * 1024 * 1024,
} as const;

/** A listen is told of on leaving only when more than this was heard. */
export const minimumTrackedSeconds = 60;

/** A meditation counts as completed when at least this part of it was heard in one call. */
export const completedPart = 0.9;

export const meditationErrors = defineErrors({
  'meditations.not_found': {
    status: 404,
    title: 'Meditation not found',
    detail: 'This meditation is not here any more.',
  },
  'meditations.cover_not_uploaded': {
    status: 400,
    path: 'albumCoverUrl',
    title: 'This cover cannot be used',
    detail: 'Please upload the picture again: it is not here any more. Nothing was changed.',
  },
  'meditations.audio_not_here': {
    status: 400,
    path: 'audioUrl',
    title: 'This audio cannot be used',
    detail: 'To replace an audio file, please upload a new one. Nothing was changed.',
  },
  'meditations.more_than_its_length': {
    status: 400,
    path: 'secondsListened',
    title: 'More than its length',
    detail: 'Nobody hears more of a meditation than there is of it. Nothing was counted.',
  },
  'meditations.comment_not_found': {
    status: 404,
    title: 'Comment not found',
    detail: 'This comment is not here any more.',
  },
  'meditations.not_your_comment': {
    status: 403,
    title: 'Not your comment',
    detail: 'Only the author can edit a comment.',
  },
  'meditations.cannot_delete_comment': {
    status: 403,
    title: 'Not allowed',
    detail: 'Only the author or a moderator can delete this.',
  },
});

export const audioErrors = defineErrors({
  'audio.no_file': {
    status: 400,
    path: 'audioFile',
    title: 'No audio file',
    detail: 'There was no audio file in the upload. Nothing was stored.',
  },
  'audio.too_large': {
    status: 413,
    title: 'This audio file is too large',
    detail: 'An audio file can be up to 50 MB. Nothing was stored.',
  },
  'audio.not_audio': {
    status: 415,
    title: 'Not audio we can use',
    detail: 'Please choose an MP3, WAV, OGG, M4A or AAC file. Nothing was stored.',
  },
  'audio.damaged': {
    status: 400,
    path: 'audioFile',
    title: 'This audio file is damaged',
    detail: 'The file ends early or cannot be read. Nothing was stored.',
  },
  'audio.wrong_length': {
    status: 400,
    path: 'audioFile',
    title: 'Too short or too long',
    detail: 'A meditation lasts between one minute and four hours. Nothing was stored.',
  },
});

export const meditationPaths = {
  listMeditations: { method: 'GET', path: '/api/meditations' },
  getMeditation: { method: 'GET', path: '/api/meditations/{id}' },
  createMeditation: { method: 'POST', path: '/api/meditations', creates: true },
  uploadMeditation: { method: 'POST', path: '/api/meditations/upload', creates: true },
  updateMeditation: { method: 'PUT', path: '/api/meditations/{id}' },
  replaceAudio: { method: 'POST', path: '/api/meditations/{id}/audio', creates: true },
  deleteMeditation: { method: 'DELETE', path: '/api/meditations/{id}' },
  trackListening: { method: 'POST', path: '/api/meditations/{id}/track', creates: true },
  listMeditationComments: { method: 'GET', path: '/api/meditations/{id}/comments' },
  createMeditationComment: { method: 'POST', path: '/api/meditations/{id}/comments', creates: true },
  updateMeditationComment: { method: 'PUT', path: '/api/meditations/{id}/comments/{commentId}' },
  deleteMeditationComment: { method: 'DELETE', path: '/api/meditations/{id}/comments/{commentId}' },
} as const;

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const meditationCalls: CallsOf<typeof meditationPaths, typeof schemas> = meditationPaths;
