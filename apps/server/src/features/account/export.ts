import { Readable } from 'node:stream';
import { and, asc, getTableColumns, or, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, getTableConfig } from 'drizzle-orm/pg-core';
import { ZipFile } from 'yazl';
import type { Database } from '../../platform/database/database.ts';
import type { Kit } from '../../platform/feature.ts';
import { type DataSubject, type PersonalData, theirRows } from '../../platform/personal-data.ts';

const rowsAtOnce = 500;

/**
 * Everything that the community keeps of a member: a ZIP file with the rows of each table as JSON, and the files that they
 * uploaded. It is written as it is read: neither a member's many rows nor a slow line fill the memory, and no connection
 * to the database is held meanwhile.
 */
export function exportAccount(kit: Kit, subject: DataSubject, intro: string): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  void addAll(kit, subject, intro, zip).catch((error: Error) => output.destroy(error));
  return output;
}

async function addAll({ db, media, personalData }: Kit, subject: DataSubject, intro: string, zip: ZipFile) {
  const output = zip.outputStream as Readable;
  const reading: { content?: Readable } = {};
  // Whoever does not wait for the end takes the file along that is being read.
  output.once('close', () => reading.content?.destroy());
  const add = (name: string, content: Readable): Promise<void> => {
    if (output.destroyed) content.destroy();
    reading.content = content;
    const isWritten = new Promise<void>((resolve, reject) => {
      content.once('error', reject).once('close', () => {
        if (output.destroyed) reject(new Error('the reader went away'));
        else resolve();
      });
    });
    zip.addReadStream(content, name);
    return isWritten;
  };
  zip.addBuffer(Buffer.from(intro), 'read me.txt');
  for (const data of personalData) {
    const isTheirs = or(
      ...data.mentions.filter(({ exported }) => exported === true).map((mention) => theirRows(mention, subject)),
    );
    if (isTheirs) await add(`${getTableConfig(data.table).name}.json`, Readable.from(json(pages(db, data, isTheirs))));
  }
  for await (const { name, content } of media.readAllOf(subject.id)) await add(`files/${name}`, content);
  zip.end();
}

/** The rows as one array, each on a line of its own. */
async function* json(rows: AsyncIterable<Record<string, unknown>[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const page of rows) {
    yield page.map((row, index) => `${index === 0 ? before : ',\n'}${JSON.stringify(row)}`).join('');
    if (page.length > 0) before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** The rows in the order of their keys, some at a time. */
async function* pages(db: Database, { table, secrets = [] }: PersonalData, isTheirs: SQL) {
  const columns = getTableColumns(table) as Record<string, AnyPgColumn>;
  const shown = Object.fromEntries(Object.entries(columns).filter(([, column]) => !secrets.includes(column)));
  const keys = Object.entries(columns).filter(([, column]) => keyOf(table).includes(column.name));
  const key = sql`(${sql.join(
    keys.map(([, column]) => column),
    sql`, `,
  )})`;
  const keyColumns = Object.fromEntries(keys);
  let after: SQL | undefined;
  for (;;) {
    const rows = (await db
      .select({ shown, keyColumns })
      .from(table)
      .where(and(isTheirs, after))
      .orderBy(...keys.map(([, column]) => asc(column)))
      .limit(rowsAtOnce)) as { shown: Record<string, unknown>; keyColumns: Record<string, unknown> }[];
    yield rows.map((row) => row.shown);
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    const values = keys.map(([name, column]) => sql.param(last.keyColumns[name], column));
    after = sql`${key} > (${sql.join(values, sql`, `)})`;
  }
}

function keyOf(table: PersonalData['table']): string[] {
  const { columns, primaryKeys } = getTableConfig(table);
  return [...columns.filter(({ primary }) => primary), ...primaryKeys.flatMap((primaryKey) => primaryKey.columns)].map(
    ({ name }) => name,
  );
}
