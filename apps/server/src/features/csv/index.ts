import { csvPath, csvErrors, type CsvKind, csvLimits } from '@commons/contract/csv';
import * as contract from '@commons/contract/csv/schemas';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { recordAudit } from '../../community/audit/index.ts';
import type { CsvCells, CsvTable } from '../../community/csv/csv-table.ts';
import { writeCsv } from '../../community/csv/csv.ts';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { parseForm } from '../../pages/parse-form.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { type Database, pipelined } from '../../platform/database/database.ts';
import { errorsOf, platformError } from '../../platform/errors.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { columnsOf, type Comparison, compareTable, readTable } from './csv-import.ts';

const csvError = errorsOf(csvErrors);

/** A UTF-16 code unit takes up to three bytes in UTF-8. */
const maxBodyBytes = 3 * csvLimits.maxCharacters;

const countsOf = ({ added, changed, unchanged }: Comparison) => ({
  added: added.length,
  changed: changed.length,
  unchanged,
});

async function* pagesOf(db: Database, table: CsvTable) {
  const columns = columnsOf(table);
  const toCells = ({ id, row }: { id: string; row: CsvCells }) => [id, ...columns.map((column) => row[column] ?? null)];
  let after: string | undefined;
  for (;;) {
    const rows = await table.listRows(db, after);
    after = rows.at(-1)?.id;
    if (after === undefined) return;
    yield rows.map(toCells);
  }
}

function csvRoutes(app: FastifyInstance, { db, media, features }: FeatureContext): void {
  const tables = features.flatMap(({ csvTables = [] }) => csvTables);
  const importRules = { access: 'admin', limits: [limits.uploadingForAll], maxBodyBytes } as const;
  const tableOf = ({ kind }: { kind: CsvKind }): CsvTable => {
    const table = tables.find(({ name }) => name === kind);
    if (!table) throw platformError('request.not_found');
    return table;
  };

  app.get(
    csvPath(':kind'),
    {
      config: { access: 'admin' },
      schema: {
        summary: 'Export a table as a CSV file (RFC 4180, UTF-8 with a byte order mark)',
        params: contract.csvParams,
        response: { 200: { content: { 'text/csv': { schema: z.string() } } } },
      },
    },
    async ({ params }, reply) => {
      const table = tableOf(parseForm(contract.csvParams, params));
      const file = await writeCsv(['id', ...columnsOf(table)], pagesOf(db, table));
      const day = databaseNow().toISOString().slice(0, 10);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${table.name}-${day}.csv"`)
        .send(file);
    },
  );

  route(app, contract.checkCsv, importRules, async ({ params, body }) => {
    const table = tableOf(params);
    const comparison = await compareTable(table, db, await readTable(table, body.csv), { lock: false });
    const { problems } = comparison;
    return {
      ...countsOf(comparison),
      problemsCount: problems.length,
      problems: problems.slice(0, csvLimits.maxProblems),
    };
  });

  route(app, contract.importCsv, importRules, async ({ viewer, params, body, once }) => {
    const table = tableOf(params);
    const counts = await once(
      async (work, parsedTable) => {
        const [, comparison] = await pipelined(
          table.lock(work.tx),
          compareTable(table, work.tx, parsedTable, { lock: true }),
        );
        if (comparison.problems.length > 0) throw badRowsError(comparison.problems);
        const counts = countsOf(comparison);
        if (counts.added + counts.changed > 0) {
          await table.write(work, media, comparison);
          const details = { table: table.name, added: counts.added, changed: counts.changed };
          await recordAudit(work, { actorId: viewer.id, action: 'table.imported', subjectId: null, details });
        }
        return counts;
      },
      { queue: `csv of ${table.name}`, prepare: () => readTable(table, body.csv) },
    );
    return counts;
  });
}

const badRowsError = (problems: Comparison['problems']) =>
  csvError('csv.bad_rows', {
    errors: problems.slice(0, csvLimits.maxProblems).map(({ line, column, message }) => ({
      path: column === null ? `csv.${line}` : `csv.${line}.${column}`,
      message,
    })),
  });

export const csv: Feature = { name: 'csv', registerRoutes: csvRoutes };
