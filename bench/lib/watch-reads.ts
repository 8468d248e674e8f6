import type { SentStatement } from '../../apps/server/test/plans.ts';
import { fetchText } from './fetch-text.ts';
import type { Measurement } from './measurement.ts';
import { startServer } from './server-process.ts';
import { watchStatements } from './statement-watch.ts';
import { makeFolder } from './workspace.ts';

export type Read = { statements: SentStatement[]; responseBody: string; count: Measurement };

/** Makes each read call twice on a new server and records the statements of the second call. */
export async function watchReads(
  paths: Readonly<Record<string, string>>,
  { databaseUrl, cookie, atMost }: { databaseUrl: string; cookie: string; atMost: number },
): Promise<Read[]> {
  await using cleanups = new AsyncDisposableStack();
  const watch = await watchStatements(databaseUrl, cleanups);
  const server = await startServer({ DATABASE_URL: watch.url, DATA_DIR: await makeFolder(cleanups) }, cleanups);
  const reads: Read[] = [];
  for (const [name, path] of Object.entries(paths)) {
    await fetchText(`${server.url}${path}`, cookie);
    watch.takeStatements();
    const responseBody = await fetchText(`${server.url}${path}`, cookie);
    const statements = watch.takeStatements();
    const count = {
      name: `${name}: statements per request, including the session check`,
      value: statements.length,
      unit: '',
      bar: { atMost },
      note: statements.map((statement) => statement.name || statement.text).join(', '),
    };
    reads.push({ statements, responseBody, count });
  }
  return reads;
}
