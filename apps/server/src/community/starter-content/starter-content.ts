import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { taskName } from '../../platform/database/tasks.ts';
import type { Transact, UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { type Task, task } from '../../platform/jobs/jobs.ts';
import type { Media } from '../../platform/media/media.ts';
import { starterContent } from './starter-content.tables.ts';

/** Dependencies for adding starter content. */
export type StarterContentContext = { media: Media; contentDirectory: string };

/** A kind of starter content in `content/`. Each item is added once per community and then belongs to the admins. */
export type StarterContent<Item extends object = object, Prepared = unknown> = {
  kind: string;
  /** The file with the list of items, relative to the content folder. The last item is added first. */
  file: string;
  list: z.ZodType<Item[]>;
  /** The permanent name of an item. A renamed item counts as new. */
  slugOf(item: Item): string;
  /** Does slow work that must not run within the transaction. */
  prepare?(context: StarterContentContext, item: Item): Promise<Prepared>;
  add(work: UnitOfWork, context: StarterContentContext, item: Item, prepared: Prepared): Promise<void>;
  /** Undoes the preparation if another process added the item. */
  discard?(context: StarterContentContext, prepared: Prepared): Promise<void>;
};

type Dependencies = StarterContentContext & {
  configuration: { starterContent: boolean };
  log: FastifyBaseLogger;
  db: Database;
  transact: Transact;
};

const addStarterContent = taskName<Record<string, never>>('starter-content');

/**
 * Enqueues a task that adds missing starter content when the server starts to listen. Returns the handler of the task,
 * which any process can run.
 */
export function serveStarterContent(
  server: FastifyInstance,
  context: Dependencies,
  kinds: readonly StarterContent[],
): Task {
  let enqueueing: Promise<void> | undefined;
  if (context.configuration.starterContent) {
    server.addHook('onListen', async () => {
      // Not awaited here. Only a stop of the server waits for it.
      enqueueing = enqueueStarterContent(context, kinds).catch((error: unknown) => {
        context.log.error({ err: error }, 'starter content cannot be added');
      });
    });
    server.addHook('onClose', async () => enqueueing);
  }
  return task(addStarterContent, async (_data, stopping) => {
    for (const kind of kinds) await addMissing(context, kind, stopping);
  });
}

async function enqueueStarterContent(context: Dependencies, kinds: readonly StarterContent[]): Promise<void> {
  for (const kind of kinds) {
    if ((await findMissing(context, kind)).length === 0) continue;
    await context.transact((work) => work.enqueue(addStarterContent, {}));
    return;
  }
}

/** Adds the missing items of a kind. The first item of the list is added last, so that it is the newest. */
async function addMissing(context: Dependencies, kind: StarterContent, stopping?: AbortSignal): Promise<void> {
  for (const item of (await findMissing(context, kind)).toReversed()) {
    stopping?.throwIfAborted();
    const prepared = await kind.prepare?.(context, item);
    const isAdded = await context.transact((work) => addOnce(work, context, kind, item, prepared));
    if (!isAdded) await kind.discard?.(context, prepared);
  }
}

async function findMissing(
  { db, contentDirectory }: { db: Database; contentDirectory: string },
  content: StarterContent,
): Promise<object[]> {
  const file = await readFile(path.join(contentDirectory, content.file), 'utf8');
  const items = content.list.parse(JSON.parse(file));
  const existing = await db
    .select({ slug: starterContent.slug })
    .from(starterContent)
    .where(eq(starterContent.kind, content.kind));
  const slugs = new Set(existing.map(({ slug }) => slug));
  return items.filter((item) => !slugs.has(content.slugOf(item)));
}

/** Adds an item unless another process has already added it. */
async function addOnce(
  work: UnitOfWork,
  context: Dependencies,
  content: StarterContent,
  item: object,
  prepared: unknown,
): Promise<boolean> {
  const added = { kind: content.kind, slug: content.slugOf(item) };
  const { rowCount } = await work.tx.insert(starterContent).values(added).onConflictDoNothing();
  if (rowCount === 0) return false;
  await content.add(work, context, item, prepared);
  return true;
}
