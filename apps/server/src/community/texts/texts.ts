import type { CrisisCountry } from '@commons/contract/texts/schemas';
import { desc, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { followRevision } from '../../platform/database/followed-revision.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import type { CurrentTexts, PublishedVersion, Texts } from '../current-texts.ts';
import { editedCountries, shownCountries } from './crisis-lines.ts';
import { readShippedCountries } from './shipped-texts.ts';
import { textVersions } from './texts.tables.ts';

const latestRevision = namedStatement(
  'texts_revision',
  sql`SELECT coalesce(max(${textVersions.revision}), 0) AS revision FROM ${textVersions}`,
  { columns: { revision: 'integer' } },
);

/** Reads the texts of the community and follows their changes. */
export async function openTexts({ db, log }: { db: Database; log: Pick<FastifyBaseLogger, 'error'> }): Promise<Texts> {
  const shippedCountries = await readShippedCountries();
  const listeners = new Set<() => void | Promise<void>>();
  let current = await readTexts(db, shippedCountries);

  async function readLatest(): Promise<void> {
    const [row] = await latestRevision(db, {});
    if (row?.revision === current.revision) return;
    current = await readTexts(db, shippedCountries);
    for (const listener of listeners)
      await Promise.resolve()
        .then(listener)
        .catch((error: unknown) => log.error({ err: error }, 'a changed text could not be applied'));
  }

  return {
    get current() {
      return current;
    },
    onChange: (listener) => void listeners.add(listener),
    ...followRevision(readLatest),
  };
}

async function readTexts(db: Database, shippedCountries: readonly CrisisCountry[]): Promise<CurrentTexts> {
  const rows: PublishedVersion[] = await db
    .selectDistinctOn([textVersions.name])
    .from(textVersions)
    .orderBy(textVersions.name, desc(textVersions.revision));
  const versions = new Map(rows.map((row) => [row.name, row]));
  const changes = versions.get('crisis-lines')?.content ?? [];
  const countries = editedCountries(shippedCountries, Array.isArray(changes) ? changes : []);
  return {
    revision: Math.max(0, ...rows.map(({ revision }) => revision)),
    versions,
    markdownOf: (name) => {
      const content = versions.get(name)?.content;
      return typeof content === 'string' ? content : undefined;
    },
    shippedCountries,
    editedCountries: countries,
    crisisCountries: changes.length === 0 ? undefined : shownCountries(countries),
  };
}
