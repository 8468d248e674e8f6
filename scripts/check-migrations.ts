// Refuses migrations that would block members or break the previous version, by the rules in lint/migrations.ts. Part
// of `npm run check`.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { loadModule } from 'libpg-query';
import { exempted } from '../lint/migrations.exempted.ts';
import { findFaults, refusals } from '../lint/migrations.ts';
import { root } from './lib/root.ts';

const folder = path.join(root, 'apps/server/migrations');
const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
await loadModule();
const files = await Promise.all(
  names.map(async (file) => ({
    name: path.basename(file, '.sql'),
    sql: await readFile(path.join(folder, file), 'utf8'),
  })),
);
const refusedMessages = refusals(findFaults(files), exempted);
for (const line of refusedMessages) console.error(line);
process.exitCode = refusedMessages.length === 0 ? 0 : 1;
