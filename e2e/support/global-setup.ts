import { startTemplate } from '../../apps/server/test/template-database.ts';
import { buildWebIfStale } from '../../scripts/lib/web-build.ts';
import { passTemplateToWorkers } from './template.ts';

/** Builds the web app if it is stale, and starts the database that workers clone. */
export default async function setUpJourneys(): Promise<() => Promise<void>> {
  const build = await buildWebIfStale();
  if (build !== null && !build.ok) throw new Error(`The web app could not be built.\n${build.output}`);
  const { stop, ...template } = await startTemplate();
  passTemplateToWorkers(template);
  return stop;
}
