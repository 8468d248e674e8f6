import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { onlyRow } from '../../platform/database/database.ts';
import { taskName } from '../../platform/database/tasks.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Kit } from '../../platform/feature.ts';
import { addShippedMeditation } from './meditations.service.ts';
import { starterContent } from './meditations.tables.ts';

const kind = 'meditation';

/** An arbitrary number, the same in every process: whoever has it adds, and others leave it to them. */
const lockKey = 7_266_375;

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
  for (const track of (await findMissing(kit)).toReversed()) await kit.transact((work) => addOnce(work, kit, track));
}

async function findMissing({ db, contentDirectory }: Parts): Promise<ShippedTrack[]> {
  const file = await readFile(path.join(contentDirectory, 'meditations', 'meditations.json'), 'utf8');
  const tracks = shippedTracks.parse(JSON.parse(file));
  const had = await db.select({ slug: starterContent.slug }).from(starterContent).where(eq(starterContent.kind, kind));
  return tracks.filter(({ slug }) => !had.some((one) => one.slug === slug));
}

/** What is stored for a track that is then not added belongs to nothing, and goes with the orphans. */
async function addOnce(work: UnitOfWork, { media, contentDirectory }: Parts, track: ShippedTrack): Promise<void> {
  const { slug, title, description, audio, cover } = track;
  const { rows } = await work.tx.execute<{ isOurs: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(${lockKey}) AS "isOurs"`,
  );
  const isTrack = and(eq(starterContent.kind, kind), eq(starterContent.slug, slug));
  if (!onlyRow(rows).isOurs || (await work.tx.$count(starterContent, isTrack)) > 0) return;
  const fileOf = (name: string) => path.join(contentDirectory, 'meditations', name);
  const files = {
    audio: await media.keep(fileOf(audio), 'audio'),
    cover: await media.keep(fileOf(cover), 'meditation-cover'),
  };
  await addShippedMeditation(work, media, { title, description }, files);
  await work.tx.insert(starterContent).values({ kind, slug });
}
