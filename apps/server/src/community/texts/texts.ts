import type { EditedName, TextName } from '@commons/contract/texts';
import type { CrisisChange, CrisisCountry, EditedCrisisCountry } from '@commons/contract/texts/schemas';
import { desc, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { followRevision } from '../../platform/database/followed-revision.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import { editedCountries, shownCountries } from './crisis-lines.ts';
import { readShippedCountries } from './shipped-texts.ts';
import { textVersions } from './texts.tables.ts';

/** The latest published version of a text, or of the crisis lines. */
export type PublishedVersion = Omit<typeof textVersions.$inferSelect, 'content'> & {
  content: string | CrisisChange[] | null;
};

/** The texts in use. */
export type CurrentTexts = {
  revision: number;
  versions: ReadonlyMap<EditedName, PublishedVersion>;
  /** The Markdown of an edited text; undefined while the shipped one is in use. */
  markdownOf: (name: TextName) => string | undefined;
  shippedCountries: readonly CrisisCountry[];
  /** With hidden lines. */
  editedCountries: readonly EditedCrisisCountry[];
  /** Undefined while all lines are the shipped ones. */
  crisisCountries: readonly CrisisCountry[] | undefined;
};

export type Texts = {
  /** The texts in use. Read them when they are needed: copies become stale. */
  readonly current: CurrentTexts;
  /** Reads the latest texts. After it, this process uses everything that was committed before the call. */
  refresh: () => Promise<void>;
  /** Calls the listener after each change, in each process. */
  onChange: (listener: () => void | Promise<void>) => void;
  close: () => void;
};

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
