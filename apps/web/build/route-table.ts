import { writeFile } from 'node:fs/promises';

type RouteEntry = { parentId?: string | undefined; path?: string | undefined; index?: boolean | undefined };

/** The routes of the application by their id, as React Router knows them. */
export type Routes = Readonly<Record<string, RouteEntry | undefined>>;

/**
 * Writes the paths of all screens as patterns: `["/", "/posts/:id", "/profile/:id?"]`. What matches none of them does not
 * exist, and the server says so; the splat route, which matches everything, is the screen that says it in the browser.
 */
export async function writeRouteTable(routes: Routes, otherPages: readonly string[], outputFile: string) {
  const patterns = Object.values(routes)
    .filter((route) => route !== undefined)
    .filter(({ path, index }) => (path !== undefined && path !== '' && path !== '*') || index === true)
    .map((route) => `/${pathsTo(routes, route).join('/')}`);
  await writeFile(outputFile, `${JSON.stringify([...new Set([...patterns, ...otherPages])].toSorted(), null, 2)}\n`);
}

function pathsTo(routes: Routes, { parentId, path = '' }: RouteEntry): string[] {
  const parent = parentId === undefined ? undefined : routes[parentId];
  return [...(parent ? pathsTo(routes, parent) : []), ...(path === '' ? [] : [path])];
}
