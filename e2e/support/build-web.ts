import { buildWebIfStale } from '../../scripts/lib/web-build.ts';

/** Journeys meet the web app as it is now, not as it was built yesterday. */
export default async function buildWeb(): Promise<void> {
  const build = await buildWebIfStale();
  if (build !== null && !build.ok) throw new Error(`The web app could not be built.\n${build.output}`);
}
