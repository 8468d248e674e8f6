// Refuses migrations, functions and triggers that would block members or break the previous version, by the rules in
// lint/migrations.ts. Part of `npm run check`.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { loadModule } from 'libpg-query';
import { exempted } from '../lint/migrations.exempted.ts';
import { findFaults, refusals } from '../lint/migrations.ts';
import { root } from './lib/root.ts';

async function readFiles(folder: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (file) => ({
      name: path.basename(file, '.sql'),
      sql: await readFile(path.join(folder, file), 'utf8'),
    })),
  );
}

await loadModule();
const server = path.join(root, 'apps/server');
const files = [...(await readFiles(path.join(server, 'migrations'))), ...(await readFiles(path.join(server, 'sql')))];
const refusedMessages = refusals(findFaults(files), exempted);
for (const line of refusedMessages) console.error(line);
process.exitCode = refusedMessages.length === 0 ? 0 : 1;
