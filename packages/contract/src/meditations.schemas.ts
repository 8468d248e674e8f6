import { z } from 'zod';
import {
  addressLine,
  fieldWithDefault,
  id,
  idParams,
  isHttpsAddress,
  notHttps,
  optionalField,
  optionalText,
  pageQuery,
  singleLine,
  timestamp,
} from './common.schemas.ts';
import { commentInput, commentView, permissions } from './contributions.schemas.ts';
import { endpoint } from './endpoint.ts';
import { pictureAddress } from './media.schemas.ts';
import { mediaErrors } from './media.ts';
import { audioErrors, meditationErrors, meditationLimits, meditationPaths } from './meditations.ts';

const commentCounts = {
  commentsCount: z.int(),
  /** Grows with each change of the count: of two, a client keeps the higher. */
  countsRevision: z.int(),
};

export const meditationView = z
  .object({
    id,
    title: z.string(),
    /** Empty where there is none; lines are kept. */
    description: z.string(),
    /** An address of ours (`/media/…`, with byte ranges), or one elsewhere by https. */
    audioUrl: z.string(),
    albumCoverUrl: z.string().nullable(),
    /** In seconds. */
    duration: z.int(),
    createdAt: timestamp,
    ...commentCounts,
    can: permissions,
  })
  .meta({ id: 'Meditation' });
export type Meditation = z.infer<typeof meditationView>;

export const meditationCommentView = commentView.extend({ meditationId: id }).meta({ id: 'MeditationComment' });
export type MeditationComment = z.infer<typeof meditationCommentView>;

/** An address elsewhere, by https and without a name or password in it. */
const secureUrl = addressLine(meditationLimits.urlCharacters).refine(isHttpsAddress, notHttps);

const duration = z
  .int()
  .min(meditationLimits.minimumSeconds, 'A meditation lasts at least one minute')
  .max(meditationLimits.maximumSeconds, 'A meditation lasts up to four hours');

const description = optionalText(meditationLimits.descriptionCharacters);

const words = {
  title: singleLine(meditationLimits.titleCharacters).min(1, 'Please give the meditation a title'),
  description: description.transform((text) => text ?? ''),
};

/** An address elsewhere by https, or the one that the upload of a cover answered. */
const cover = pictureAddress(meditationLimits.urlCharacters).nullable();

/** A meditation whose audio is elsewhere, of a length that the admin knows: a quarter of an hour unless told. */
export const meditationInput = z.strictObject({
  ...words,
  description: description.nullish().transform((text) => text ?? ''),
  audioUrl: secureUrl,
  albumCoverUrl: cover.default(null),
  duration: fieldWithDefault(duration, meditationLimits.defaultSeconds),
});
export type MeditationInput = z.infer<typeof meditationInput>;

/**
 * The fields beside `audioFile` and `coverFile` in a multipart upload; an uploaded cover goes before the address of one.
 * The length is read from the file: `duration` is what the form says and decides nothing.
 */
export const meditationUploadFields = z.strictObject({
  ...words,
  description: words.description.default(''),
  duration: z.coerce.number().int().positive().optional(),
  albumCoverUrl: addressLine(meditationLimits.urlCharacters)
    .refine((text) => text === '' || isHttpsAddress(text), notHttps)
    .transform((text) => (text === '' ? null : text))
    .optional(),
});

/** An address elsewhere by https, or the address of the file that the meditation has. */
const audioAddress = addressLine(meditationLimits.urlCharacters).refine(
  (text) => isHttpsAddress(text) || text.startsWith('/media/'),
  notHttps,
);

/** Fields that an admin may change later. `replaceAudio` takes another audio file. */
export const meditationChange = z.strictObject({
  ...words,
  /** Left out, the audio stays. */
  audioUrl: optionalField(audioAddress),
  /** The length of audio elsewhere. That of a file is read from the file, and stays. */
  duration: optionalField(duration),
  /** Left out, the cover stays; null takes it away. */
  albumCoverUrl: cover.optional(),
});
export type MeditationChange = z.infer<typeof meditationChange>;

export const listening = z.strictObject({
  /** Seconds really heard since the call before, at most the meditation's length. */
  secondsListened: z.int().min(0),
  /** Whether most of the meditation was heard, in this call or in the calls of this listening together. */
  completed: z.boolean(),
  /** Joins the calls of one listening that was reported in parts, for instance at a pause. */
  listeningId: optionalField(z.uuid()),
});
export type Listening = z.infer<typeof listening>;

export const listMeditations = endpoint({
  ...meditationPaths.listMeditations,
  summary: 'Meditations, newest first',
  query: pageQuery,
  replies: { 200: z.array(meditationView) },
  paged: true,
});

export const getMeditation = endpoint({
  ...meditationPaths.getMeditation,
  summary: 'One meditation, as in the list',
  params: idParams,
  replies: { 200: meditationView },
  errors: meditationErrors,
});

export const createMeditation = endpoint({
  ...meditationPaths.createMeditation,
  summary: 'Add a meditation whose audio is elsewhere',
  body: meditationInput,
  replies: { 201: meditationView },
  errors: meditationErrors,
});

/** Multipart: `audioFile`, `coverFile` (may be left out), and the fields of `meditationUploadFields`. */
export const uploadMeditation = endpoint({
  ...meditationPaths.uploadMeditation,
  summary: 'Add a meditation with its audio file',
  replies: { 201: meditationView },
  errors: { ...audioErrors, ...mediaErrors },
});

export const updateMeditation = endpoint({
  ...meditationPaths.updateMeditation,
  summary: 'Change a meditation’s words, cover, audio address or length',
  params: idParams,
  body: meditationChange,
  replies: { 200: meditationView },
  errors: meditationErrors,
});

/** Multipart, one part `audioFile`. The length is read from the file. */
export const replaceAudio = endpoint({
  ...meditationPaths.replaceAudio,
  summary: 'Replace the audio of a meditation with a file',
  params: idParams,
  replies: { 200: meditationView },
  errors: { ...meditationErrors, ...audioErrors },
});

export const deleteMeditation = endpoint({
  ...meditationPaths.deleteMeditation,
  summary: 'Delete a meditation with its comments; what members earned by listening stays theirs',
  params: idParams,
  replies: { 204: null },
  errors: meditationErrors,
});

export const trackListening = endpoint({
  ...meditationPaths.trackListening,
  summary: 'Tell how long one listened',
  params: idParams,
  body: listening,
  replies: { 200: z.object({ pointsAwarded: z.int() }).meta({ id: 'TrackedListening' }) },
  errors: meditationErrors,
});

const commentParams = z.strictObject({ id, commentId: id });

export const listMeditationComments = endpoint({
  ...meditationPaths.listMeditationComments,
  summary: 'The comments on a meditation, oldest first',
  params: idParams,
  query: pageQuery,
  replies: { 200: z.array(meditationCommentView) },
  errors: meditationErrors,
  paged: true,
});

export const createMeditationComment = endpoint({
  ...meditationPaths.createMeditationComment,
  summary: 'Comment on a meditation',
  params: idParams,
  body: commentInput,
  replies: { 201: meditationCommentView },
  errors: meditationErrors,
});

export const updateMeditationComment = endpoint({
  ...meditationPaths.updateMeditationComment,
  summary: 'Edit one’s own comment',
  params: commentParams,
  body: commentInput,
  replies: { 200: meditationCommentView },
  errors: meditationErrors,
});

export const deleteMeditationComment = endpoint({
  ...meditationPaths.deleteMeditationComment,
  summary: 'Delete one’s own comment, or remove one as a moderator',
  params: commentParams,
  replies: { 204: null },
  errors: meditationErrors,
});

const meditationCommentChanged = { meditationId: id, commentId: id, ...commentCounts };

export const meditationEvents = {
  'meditation.created': z.object({ type: z.literal('meditation.created'), meditationId: id }),
  'meditation.updated': z.object({ type: z.literal('meditation.updated'), meditationId: id }),
  'meditation.deleted': z.object({ type: z.literal('meditation.deleted'), meditationId: id }),
  'meditation_comment.created': z.object({
    type: z.literal('meditation_comment.created'),
    ...meditationCommentChanged,
  }),
  'meditation_comment.updated': z.object({
    type: z.literal('meditation_comment.updated'),
    ...meditationCommentChanged,
  }),
  'meditation_comment.deleted': z.object({
    type: z.literal('meditation_comment.deleted'),
    ...meditationCommentChanged,
  }),
};
