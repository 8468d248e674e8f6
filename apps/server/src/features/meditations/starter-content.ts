import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { taskName } from '../../platform/database/tasks.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Kit } from '../../platform/feature.ts';
import { addShippedMeditation } from './meditations.service.ts';
import { starterContent } from './meditations.tables.ts';

const kind = 'meditation';

const shippedTracks = z.array(
  z.object({ slug: z.string(), title: z.string(), description: z.string(), audio: z.string(), cover: z.string() }),
);
type ShippedTrack = z.output<typeof shippedTracks>[number];

export const starterMeditations = taskName<Record<string, never>>('starter-meditations');

type Parts = Pick<Kit, 'db' | 'transact' | 'media' | 'contentDirectory'>;

/** Has the meditations that ship and this community never had added in the background, by whichever process. */
export async function offerStarterMeditations(kit: Parts): Promise<void> {
  if ((await findMissing(kit)).length === 0) return;
  await kit.transact((work) => work.enqueue(starterMeditations, {}));
}

/** Adds them, the first of the list last: it is then the newest. */
export async function addStarterMeditations(kit: Parts): Promise<void> {
  for (const track of (await findMissing(kit)).toReversed()) {
    // Before the transaction: to read a sound takes longer than one may stand still.
    const files = await keepFiles(kit, track);
    const isAdded = await kit.transact((work) => addOnce(work, kit, track, files));
    if (!isAdded) await kit.media.discard(Object.values(files));
  }
}

const keepFiles = async ({ media, contentDirectory }: Parts, { audio, cover }: ShippedTrack) => {
  const fileOf = (name: string) => path.join(contentDirectory, 'meditations', name);
  return {
    audio: await media.keep(fileOf(audio), 'audio'),
    cover: await media.keep(fileOf(cover), 'meditation-cover'),
  };
};

async function findMissing({ db, contentDirectory }: Parts): Promise<ShippedTrack[]> {
  const file = await readFile(path.join(contentDirectory, 'meditations', 'meditations.json'), 'utf8');
  const tracks = shippedTracks.parse(JSON.parse(file));
  const had = await db.select({ slug: starterContent.slug }).from(starterContent).where(eq(starterContent.kind, kind));
  return tracks.filter(({ slug }) => !had.some((one) => one.slug === slug));
}

/** Of several processes one adds a track. */
async function addOnce(
  work: UnitOfWork,
  { media }: Parts,
  { slug, title, description }: ShippedTrack,
  files: Awaited<ReturnType<typeof keepFiles>>,
): Promise<boolean> {
  const { rowCount } = await work.tx.insert(starterContent).values({ kind, slug }).onConflictDoNothing();
  if (rowCount === 0) return false;
  await addShippedMeditation(work, media, { title, description }, files);
  return true;
}
