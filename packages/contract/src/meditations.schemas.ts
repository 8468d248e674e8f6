import { z } from 'zod';
import {
  addressLine,
  fieldWithDefault,
  id,
  idParams,
  isHttpsAddress,
  httpsRequired,
  optionalField,
  optionalLine,
  optionalText,
  pageQuery,
  singleLine,
  timestamp,
} from './common.schemas.ts';
import { commentInput, commentView, permissions } from './contributions.schemas.ts';
import { endpoint } from './endpoint.ts';
import { pictureAddress } from './media.schemas.ts';
import { mediaErrors } from './media.ts';
import {
  audioErrors,
  meditationErrors,
  type MeditationLength,
  meditationLengths,
  meditationLimits,
  meditationPaths,
  meditationThemes,
} from './meditations.ts';

const commentCounts = {
  commentsCount: z.int(),
  /** Grows with each change of the count. A client keeps the count with the higher revision. */
  countsRevision: z.int(),
};

const theme = z.enum(meditationThemes);
const length = z.enum(Object.keys(meditationLengths) as [MeditationLength, ...MeditationLength[]]);

export const meditationView = z
  .object({
    id,
    title: z.string(),
    /** The person who leads or plays the meditation. */
    teacher: z.string().nullable(),
    theme: theme.nullable(),
    /** May be empty, and may contain line breaks. */
    description: z.string(),
    /** A path of this server (`/media/…`, supports byte ranges), or an https address. */
    audioUrl: z.string(),
    albumCoverUrl: z.string().nullable(),
    /** Seconds: read from an uploaded file, or entered by the admin for audio on another site. */
    duration: z.int(),
    createdAt: timestamp,
    ...commentCounts,
    can: permissions,
  })
  .meta({ id: 'Meditation' });
export type Meditation = z.infer<typeof meditationView>;

export const meditationCommentView = commentView.extend({ meditationId: id }).meta({ id: 'MeditationComment' });
export type MeditationComment = z.infer<typeof meditationCommentView>;

/** An https address without a user name or password. */
const secureUrl = addressLine(meditationLimits.urlCharacters).refine(isHttpsAddress, httpsRequired);

const duration = z
  .int()
  .min(meditationLimits.minimumSeconds, 'A meditation lasts at least one minute')
  .max(meditationLimits.maximumSeconds, 'A meditation lasts up to four hours');

const description = optionalText(meditationLimits.descriptionCharacters);

const teacher = optionalLine(meditationLimits.teacherCharacters).nullable();

const textFields = {
  title: singleLine(meditationLimits.titleCharacters).min(1, 'Please give the meditation a title'),
  description: description.transform((text) => text ?? ''),
};

/** An https address, or the address of an uploaded cover. */
const cover = pictureAddress(meditationLimits.urlCharacters).nullable();

/** A meditation with audio on another site. The admin enters its length; the default is 15 minutes. */
export const meditationInput = z.strictObject({
  ...textFields,
  description: description.nullish().transform((text) => text ?? ''),
  teacher: teacher.default(null),
  theme: theme.nullable().default(null),
  audioUrl: secureUrl,
  albumCoverUrl: cover.default(null),
  duration: fieldWithDefault(duration, meditationLimits.defaultSeconds),
});
export type MeditationInput = z.infer<typeof meditationInput>;

/**
 * The fields of a multipart upload besides `audioFile` and `coverFile`. A `coverFile` takes precedence over
 * `albumCoverUrl`. `duration` is ignored, because the server reads the length from the file.
 */
export const meditationUploadFields = z.strictObject({
  ...textFields,
  description: textFields.description.default(''),
  teacher: optionalLine(meditationLimits.teacherCharacters).default(null),
  theme: z
    .enum(['', ...meditationThemes])
    .transform((text) => (text === '' ? null : text))
    .default(null),
  duration: z.coerce.number().int().positive().optional(),
  albumCoverUrl: addressLine(meditationLimits.urlCharacters)
    .refine((text) => text === '' || isHttpsAddress(text), httpsRequired)
    .transform((text) => (text === '' ? null : text))
    .optional(),
});

/** An https address, or the path of the meditation's current file. */
const audioAddress = addressLine(meditationLimits.urlCharacters).refine(
  (text) => isHttpsAddress(text) || text.startsWith('/media/'),
  httpsRequired,
);

/** A change to a meditation. `replaceAudio` uploads another audio file. */
export const meditationChange = z.strictObject({
  ...textFields,
  /** If omitted, the teacher and theme stay; null removes them. */
  teacher: teacher.optional(),
  theme: theme.nullable().optional(),
  /** If omitted, the audio stays. */
  audioUrl: optionalField(audioAddress),
  /** Length of audio on another site, in seconds. Ignored for a file on this server. */
  duration: optionalField(duration),
  /** If omitted, the cover stays; null removes it. */
  albumCoverUrl: cover.optional(),
});
export type MeditationChange = z.infer<typeof meditationChange>;

export const listening = z.strictObject({
  /** Seconds played since the previous call, at most the meditation's length. */
  secondsListened: z.int().min(0),
  /** Whether the whole listening session, in one or more calls, has covered most of the meditation. */
  completed: z.boolean(),
  /** Identifies a listening session that is reported in several calls, for example after a pause. */
  listeningId: optionalField(z.uuid()),
});
export type Listening = z.infer<typeof listening>;

export const listMeditations = endpoint({
  ...meditationPaths.listMeditations,
  summary: 'List meditations, newest first, optionally of a theme and length',
  query: pageQuery.extend({ theme: theme.optional(), length: length.optional() }),
  replies: { 200: z.array(meditationView) },
  paged: true,
});

export const listMeditationFilters = endpoint({
  ...meditationPaths.listMeditationFilters,
  summary: 'List the themes and lengths of which there is a meditation',
  replies: {
    200: z.object({ themes: z.array(theme), lengths: z.array(length) }).meta({ id: 'MeditationFilters' }),
  },
});
export type MeditationFilters = z.infer<(typeof listMeditationFilters)['replies'][200]>;

export const getMeditation = endpoint({
  ...meditationPaths.getMeditation,
  summary: 'Get a meditation',
  params: idParams,
  replies: { 200: meditationView },
  errors: meditationErrors,
});

export const createMeditation = endpoint({
  ...meditationPaths.createMeditation,
  summary: 'Add a meditation with audio on another site',
  body: meditationInput,
  replies: { 201: meditationView },
  errors: meditationErrors,
});

/** Multipart: `audioFile`, optionally `coverFile`, and the fields of `meditationUploadFields`. */
export const uploadMeditation = endpoint({
  ...meditationPaths.uploadMeditation,
  summary: 'Add a meditation with an audio file',
  replies: { 201: meditationView },
  errors: { ...audioErrors, ...mediaErrors },
});

export const updateMeditation = endpoint({
  ...meditationPaths.updateMeditation,
  summary: 'Change the texts, theme, cover, audio address or length of a meditation',
  params: idParams,
  body: meditationChange,
  replies: { 200: meditationView },
  errors: meditationErrors,
});

/** Multipart, one part `audioFile`. The length is read from the file. */
export const replaceAudio = endpoint({
  ...meditationPaths.replaceAudio,
  summary: 'Upload an audio file that replaces the audio of a meditation',
  params: idParams,
  replies: { 200: meditationView },
  errors: { ...meditationErrors, ...audioErrors },
});

export const deleteMeditation = endpoint({
  ...meditationPaths.deleteMeditation,
  summary: 'Delete a meditation with its comments; members keep the points that they earned by listening',
  params: idParams,
  replies: { 204: null },
  errors: meditationErrors,
});

export const trackListening = endpoint({
  ...meditationPaths.trackListening,
  summary: 'Report listening time',
  params: idParams,
  body: listening,
  replies: { 200: z.object({ pointsAwarded: z.int() }).meta({ id: 'TrackedListening' }) },
  errors: meditationErrors,
});

const commentParams = z.strictObject({ id, commentId: id });

export const listMeditationComments = endpoint({
  ...meditationPaths.listMeditationComments,
  summary: 'List the comments on a meditation, oldest first',
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
  summary: 'Delete one’s own comment, or remove a comment as a moderator',
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
