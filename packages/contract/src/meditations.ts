import { defineErrors } from './problem.ts';

export const meditationLimits = {
  titleCharacters: 100,
  teacherCharacters: 60,
  /** Room for instructions of several paragraphs. */
  descriptionCharacters: 5_000,
  urlCharacters: 2_000,
  minimumSeconds: 60,
  defaultSeconds: 900,
  maximumSeconds: 4 * 60 * 60,
  audioBytes: 50 * 1024 * 1024,
} as const;

/** Themes by which members choose a meditation, from morning to night. */
export const meditationThemes = ['morning', 'breath', 'calm', 'body', 'kindness', 'sleep'] as const;
export type MeditationTheme = (typeof meditationThemes)[number];

/**
 * Lengths by which members choose a meditation: the first and last duration in seconds. Cards show rounded minutes, so
 * "up to 5 minutes" includes 5 minutes and 29 seconds.
 */
export const meditationLengths = {
  short: { from: 0, to: 5 * 60 + 29 },
  medium: { from: 5 * 60 + 30, to: 15 * 60 + 29 },
  long: { from: 15 * 60 + 30, to: 4 * 60 * 60 },
} as const;
export type MeditationLength = keyof typeof meditationLengths;

/** A client that leaves reports a listening session only if it played longer than this. */
export const minimumTrackedSeconds = 60;

/** Share of a meditation's length that one listening session must report to count as a completion. */
export const completedFraction = 0.9;

export const meditationErrors = defineErrors({
  'meditations.not_found': {
    status: 404,
    title: 'Meditation not found',
    detail: 'This meditation is no longer available.',
  },
  'meditations.cover_not_uploaded': {
    status: 400,
    path: 'albumCoverUrl',
    title: 'This cover cannot be used',
    detail: 'This picture is no longer available. Please upload it again. Nothing was changed.',
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
    title: 'Longer than the meditation',
    detail: 'The listening time is longer than the meditation. Nothing was counted.',
  },
  'meditations.comment_not_found': {
    status: 404,
    title: 'Comment not found',
    detail: 'This comment is no longer available.',
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
    title: 'Unsupported audio format',
    detail: 'Please choose an MP3, WAV, OGG, M4A or AAC file. Nothing was stored.',
  },
  'audio.damaged': {
    status: 400,
    path: 'audioFile',
    title: 'This audio file is damaged',
    detail: 'The file is incomplete or cannot be read. Nothing was stored.',
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
  listMeditationFilters: { method: 'GET', path: '/api/meditations/filters' },
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
