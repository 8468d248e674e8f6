import { isHttpsAddress } from '@commons/contract/common/schemas';
import { audioErrors, meditationLimits } from '@commons/contract/meditations';
import type {
  Meditation,
  MeditationChange,
  MeditationInput,
  meditationUploadFields,
} from '@commons/contract/meditations/schemas';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '../../community/audit/index.ts';
import { emitNewContribution } from '../../community/contributions/contribution-events.ts';
import { emitRemoved } from '../../community/contributions/index.ts';
import { enqueueReindex } from '../../community/search-documents/search-source.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { onlyRow, pipelined } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf } from '../../platform/errors.ts';
import { isAddress } from '../../platform/media/media-addresses.ts';
import type { Media, StoredFile } from '../../platform/media/media.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { comments, meditationContribution, meditationError, meditationSubject } from './meditations.contributions.ts';
import { findMeditations, type MeditationRow, toMeditationView } from './meditations.queries.ts';
import { meditations } from './meditations.tables.ts';

/** Emitted when an admin adds a meditation. */
export const meditationPublished = domainEvent<{ meditationId: string }>('meditations.published');

const audioError = errorsOf(audioErrors);

type NewMeditation = Omit<typeof meditations.$inferSelect, 'likesCount' | 'commentsCount' | 'countsRevision'>;

async function insert(work: UnitOfWork, input: MeditationInput, addedById: string | null): Promise<NewMeditation> {
  const meditation = { ...input, id: newId(), addedById, createdAt: databaseNow() };
  await pipelined(
    work.tx.insert(meditations).values(meditation),
    enqueueReindex(work, 'meditations', [meditation.id]),
    addedById === null
      ? undefined
      : emitNewContribution(work, meditationContribution(meditation.id, addedById), { isAwaitingReview: false }),
  );
  if (addedById !== null) await work.emit(meditationPublished, { meditationId: meditation.id });
  work.publish({ audience: 'everyone', frame: { type: 'meditation.created', meditationId: meditation.id } });
  return meditation;
}

async function add(work: UnitOfWork, viewer: Viewer, input: MeditationInput): Promise<Meditation> {
  const { addedById: _, createdAt, ...meditation } = await insert(work, input, viewer.id);
  return toMeditationView(viewer)({
    ...meditation,
    createdAt: createdAt.toISOString(),
    commentsCount: 0,
    countsRevision: 0,
  });
}

/** Attaches an uploaded cover to a meditation. @throws AppError unless the viewer uploaded it and it is unused. */
async function attachCover({ tx }: UnitOfWork, media: Media, { id }: Viewer, coverUrl: string | null): Promise<void> {
  if (coverUrl === null || !isAddress(coverUrl)) return;
  if (!(await media.attachUploaded(tx, coverUrl, { ownerId: id, kind: 'cover' })))
    throw meditationError('meditations.cover_not_uploaded');
}

/** Adds a meditation with audio at an external address. */
export async function createMeditation(
  work: UnitOfWork,
  media: Media,
  viewer: Viewer,
  input: MeditationInput,
): Promise<Meditation> {
  const [, meditation] = await pipelined(
    attachCover(work, media, viewer, input.albumCoverUrl),
    add(work, viewer, input),
  );
  return meditation;
}

type Texts = Pick<MeditationInput, 'title' | 'description' | 'teacher' | 'theme'>;
type UploadFields = z.output<typeof meditationUploadFields>;
/** The files of a meditation. The cover is an uploaded file, an external address or absent. */
type Files = { audio: StoredFile; cover: StoredFile | undefined; coverUrl: string | null };

function assertLength({ seconds }: StoredFile): void {
  const { minimumSeconds, maximumSeconds } = meditationLimits;
  if (seconds < minimumSeconds || seconds > maximumSeconds) throw audioError('audio.wrong_length');
}

/** Attaches the files and builds the meditation's values. Its duration is that of the audio file. */
async function attachFiles(work: UnitOfWork, media: Media, texts: Texts, files: Files): Promise<MeditationInput> {
  const { audio, cover, coverUrl } = files;
  assertLength(audio);
  await pipelined(media.attach(work.tx, audio), cover && media.attach(work.tx, cover));
  return { ...texts, audioUrl: audio.url, albumCoverUrl: cover?.url ?? coverUrl, duration: audio.seconds };
}

/** Adds a meditation from uploaded files. */
export async function createUploadedMeditation(
  work: UnitOfWork,
  media: Media,
  viewer: Viewer,
  { title, description, teacher, theme, albumCoverUrl = null }: UploadFields,
  { audio, cover }: { audio: StoredFile; cover: StoredFile | undefined },
): Promise<Meditation> {
  const texts = { title, description, teacher, theme };
  const input = await attachFiles(work, media, texts, { audio, cover, coverUrl: albumCoverUrl });
  return add(work, viewer, input);
}

/** Adds a meditation that ships with the application. It awards no points. */
export async function addShippedMeditation(
  work: UnitOfWork,
  media: Media,
  texts: Texts,
  files: { audio: StoredFile; cover: StoredFile },
): Promise<void> {
  await insert(work, await attachFiles(work, media, texts, { ...files, coverUrl: null }), null);
}

/** Changes the given fields and releases replaced files. Earlier credits for listening stay. */
export async function updateMeditation(
  work: UnitOfWork,
  media: Media,
  viewer: Viewer,
  meditationId: string,
  { albumCoverUrl, audioUrl, duration, teacher, theme, ...texts }: MeditationChange,
): Promise<Meditation> {
  await meditationSubject.getLocked(work.tx, viewer, meditationId);
  const before = onlyRow(await findMeditations(work.tx, meditationId));
  const cover = albumCoverUrl === undefined ? before.albumCoverUrl : albumCoverUrl;
  const audio = audioUrl ?? before.audioUrl;
  if (audio !== before.audioUrl && !isHttpsAddress(audio)) throw meditationError('meditations.audio_not_here');
  if (cover !== before.albumCoverUrl) await attachCover(work, media, viewer, cover);
  return change(work, media, viewer, before, {
    ...texts,
    teacher: teacher === undefined ? before.teacher : teacher,
    theme: theme === undefined ? before.theme : theme,
    albumCoverUrl: cover,
    audioUrl: audio,
    duration: isAddress(audio) ? before.duration : (duration ?? before.duration),
  });
}

/** Replaces the audio with a file and takes over its length. */
export async function replaceAudio(
  work: UnitOfWork,
  media: Media,
  viewer: Viewer,
  meditationId: string,
  audio: StoredFile,
): Promise<Meditation> {
  assertLength(audio);
  await meditationSubject.getLocked(work.tx, viewer, meditationId);
  const before = onlyRow(await findMeditations(work.tx, meditationId));
  await media.attach(work.tx, audio);
  return change(work, media, viewer, before, { audioUrl: audio.url, duration: audio.seconds });
}

/** Stores the changes of a locked meditation. A job later deletes files that it no longer uses. */
async function change(
  work: UnitOfWork,
  media: Media,
  viewer: Viewer,
  before: MeditationRow,
  changes: Partial<MeditationInput>,
): Promise<Meditation> {
  const after = { ...before, ...changes };
  const replaced = [before.audioUrl, before.albumCoverUrl].filter(
    (url) => url !== null && url !== after.audioUrl && url !== after.albumCoverUrl,
  );
  await pipelined(
    work.tx.update(meditations).set(changes).where(eq(meditations.id, before.id)),
    ...replaced.map((url) => url !== null && media.detach(work.tx, url)),
    enqueueReindex(work, 'meditations', [before.id]),
  );
  work.publish({ audience: 'everyone', frame: { type: 'meditation.updated', meditationId: before.id } });
  return toMeditationView(viewer)(after);
}

/** Deletes a meditation with its comments and files. Members keep the points they earned by listening. */
export async function deleteMeditation(
  work: UnitOfWork,
  media: Media,
  viewer: Viewer,
  meditationId: string,
): Promise<void> {
  const subject = await meditationSubject.getLocked(work.tx, viewer, meditationId);
  const [commentContributions, rows] = await pipelined(
    comments.listContributions(work.tx, subject),
    work.tx
      .select({
        addedById: meditations.addedById,
        audioUrl: meditations.audioUrl,
        albumCoverUrl: meditations.albumCoverUrl,
        seconds: meditations.duration,
      })
      .from(meditations)
      .where(eq(meditations.id, meditationId)),
  );
  const { addedById, audioUrl, albumCoverUrl, seconds } = onlyRow(rows);
  const ownContributions = addedById === null ? [] : [meditationContribution(meditationId, addedById)];
  await emitRemoved(work, subject, [...ownContributions, ...commentContributions]);
  await pipelined(
    work.tx.delete(meditations).where(eq(meditations.id, meditationId)),
    enqueueReindex(work, 'meditations', [meditationId]),
    media.detach(work.tx, audioUrl),
    albumCoverUrl === null ? undefined : media.detach(work.tx, albumCoverUrl),
    // Reports that arrive after the deletion are credited by this length.
    recordAudit(work, {
      actorId: viewer.id,
      action: 'meditation.deleted',
      subjectId: meditationId,
      details: { seconds },
    }),
  );
  work.publish({ audience: 'everyone', frame: { type: 'meditation.deleted', meditationId } });
}
