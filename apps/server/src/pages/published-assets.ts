import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { and, eq, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { publishedAssets } from './published-assets.tables.ts';

export type PublishedAsset = { content: Buffer; isBrotli: boolean };

/** Finds a file of another build by its name. */
export type FindPublished = (name: string) => Promise<PublishedAsset | undefined>;

/** File names of a build: a name, a hyphen, a hash of at least six characters, and an extension. */
const assetName = /^[\w.-]+-[\w-]{6,}\.[a-z\d]+$/;

export const createFindPublished =
  (db: Database): FindPublished =>
  async (name) => {
    if (!assetName.test(name)) return undefined;
    const { content, isBrotli } = publishedAssets;
    const [asset] = await db.select({ content, isBrotli }).from(publishedAssets).where(eq(publishedAssets.name, name));
    return asset;
  };

/**
 * Lists the files of a build without their compressed variants. The order is fixed, so that servers that start together
 * lock rows in the same order.
 */
const listAssets = async (clientDirectory: string): Promise<{ folder: string; all: Set<string>; names: string[] }> => {
  const folder = path.join(clientDirectory, 'assets');
  const all = new Set(await readdir(folder));
  return { folder, all, names: [...all].filter((name) => !/\.(?:br|gz)$/.test(name)).toSorted() };
};

const assetsPerBatch = 50;

/** Publishes the files of this server's build, so that every server of the community can serve them. */
export async function publishAssets(db: Database, clientDirectory: string): Promise<void> {
  const { folder, all, names } = await listAssets(clientDirectory);
  const renewedAssets = await db
    .update(publishedAssets)
    .set({ publishedAt: sql`now()` })
    .where(inArray(publishedAssets.name, names))
    .returning({ name: publishedAssets.name });
  const publishedNames = new Set(renewedAssets.map(({ name }) => name));
  const missing = names.filter((name) => !publishedNames.has(name));
  for (let start = 0; start < missing.length; start += assetsPerBatch) {
    const rows = missing.slice(start, start + assetsPerBatch).map(async (name) => {
      const isBrotli = all.has(`${name}.br`);
      return { name, isBrotli, content: await readFile(path.join(folder, isBrotli ? `${name}.br` : name)) };
    });
    await db
      .insert(publishedAssets)
      .values(await Promise.all(rows))
      .onConflictDoNothing();
  }
}

/** Deletes files that no server has published for thirty days, except those of this server's build. */
export async function forgetOldAssets(db: Database, clientDirectory: string): Promise<void> {
  const { names } = await listAssets(clientDirectory);
  const isOld = lt(publishedAssets.publishedAt, sql`now() - interval '30 days'`);
  await db.delete(publishedAssets).where(and(isOld, notInArray(publishedAssets.name, names)));
}
