import { Readable } from 'node:stream';
import { and, asc, getTableColumns, or, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, getTableConfig } from 'drizzle-orm/pg-core';
import { ZipFile } from 'yazl';
import { type FeatureContext, personalDataOf } from '../../community/feature.ts';
import { type DataSubject, type PersonalData, rowsOfMember } from '../../community/personal-data.ts';
import type { Database } from '../../platform/database/database.ts';

const pageSize = 500;

type ExportContext = Pick<FeatureContext, 'db' | 'media' | 'features'>;

/**
 * Returns a member's personal data as a ZIP stream: the rows of each table as JSON, and uploaded files. Rows are read
 * in pages as the client reads, so memory use stays small, and no database connection is held between pages.
 */
export function exportAccount(context: ExportContext, subject: DataSubject, intro: string): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  void addAll(context, subject, intro, zip).catch((error: Error) => output.destroy(error));
  return output;
}

async function addAll({ db, media, features }: ExportContext, subject: DataSubject, intro: string, zip: ZipFile) {
  const output = zip.outputStream as Readable;
  const current: { content?: Readable } = {};
  // Closes the file being read if the client disconnects.
  output.once('close', () => current.content?.destroy());
  const addFile = (name: string, content: Readable): Promise<void> => {
    if (output.destroyed) content.destroy();
    current.content = content;
    const fileWritten = new Promise<void>((resolve, reject) => {
      content.once('error', reject).once('close', () => {
        if (output.destroyed) reject(new Error('the client disconnected'));
        else resolve();
      });
    });
    zip.addReadStream(content, name);
    return fileWritten;
  };
  zip.addBuffer(Buffer.from(intro), 'read me.txt');
  for (const data of personalDataOf(features)) {
    const isOfMember = or(
      ...data.references
        .filter(({ exported }) => exported === true)
        .map((reference) => rowsOfMember(reference, subject)),
    );
    if (isOfMember)
      await addFile(`${getTableConfig(data.table).name}.json`, Readable.from(toJsonArray(pages(db, data, isOfMember))));
  }
  for await (const { name, content } of media.readAllOf(subject.id)) await addFile(`files/${name}`, content);
  zip.end();
}

/** Serializes rows as a JSON array with one row per line. */
async function* toJsonArray(rows: AsyncIterable<Record<string, unknown>[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const page of rows) {
    yield page.map((row, index) => `${index === 0 ? separator : ',\n'}${JSON.stringify(row)}`).join('');
    if (page.length > 0) separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Yields a member's rows of a table in pages, ordered by primary key, without secret columns. */
async function* pages(db: Database, { table, excludedFromExport = [] }: PersonalData, isOfMember: SQL) {
  const columns = getTableColumns(table) as Record<string, AnyPgColumn>;
  const exportedColumns = Object.fromEntries(
    Object.entries(columns).filter(([, column]) => !excludedFromExport.includes(column)),
  );
  const keys = Object.entries(columns).filter(([, column]) => primaryKeyOf(table).includes(column.name));
  const key = sql`(${sql.join(
    keys.map(([, column]) => column),
    sql`, `,
  )})`;
  const keyColumns = Object.fromEntries(keys);
  let after: SQL | undefined;
  for (;;) {
    const rows = (await db
      .select({ exportedColumns, keyColumns })
      .from(table)
      .where(and(isOfMember, after))
      .orderBy(...keys.map(([, column]) => asc(column)))
      .limit(pageSize)) as { exportedColumns: Record<string, unknown>; keyColumns: Record<string, unknown> }[];
    yield rows.map((row) => row.exportedColumns);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    const values = keys.map(([name, column]) => sql.param(last.keyColumns[name], column));
    after = sql`${key} > (${sql.join(values, sql`, `)})`;
  }
}

function primaryKeyOf(table: PersonalData['table']): string[] {
  const { columns, primaryKeys } = getTableConfig(table);
  return [...columns.filter(({ primary }) => primary), ...primaryKeys.flatMap((primaryKey) => primaryKey.columns)].map(
    ({ name }) => name,
  );
}
