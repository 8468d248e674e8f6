import { readdirSync } from 'node:fs';
import { type Authorization, type CallerName, callerNames, type CallParts, type Method, type Scene } from './scene.ts';

const source = new URL('../src/', import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.authorization.ts'),
);

/** What all features say, and the platform. */
export const authorizations: readonly Authorization[] = await Promise.all(
  files.toSorted().map(async (file) => {
    const { authorization } = (await import(new URL(file, source).href)) as { authorization: Authorization };
    return authorization;
  }),
);

export type Cell = { method: Method; path: string; caller: CallerName; status: number };

/** @throws Error when a row does not have a status for each caller. */
export function readRows(text: string): Cell[] {
  const rows = text.split('\n').filter((line) => line.trim() !== '');
  return rows.flatMap((row) => {
    const [method, path = '', ...statuses] = row.trim().split(/\s+/);
    if (statuses.length !== callerNames.length) throw new Error(`a status for each caller is missing: ${row}`);
    return callerNames.map((caller, column) => ({
      method: method as Method,
      path,
      caller,
      status: Number(statuses[column]),
    }));
  });
}

const calls = Object.assign({}, ...authorizations.map((each) => each.calls)) as Authorization['calls'];

/** How the call of a route is made in a scene. */
export const partsOf = async (
  method: Method,
  path: string,
  scene: Scene,
): Promise<Required<Pick<CallParts, 'path'>> & CallParts> => ({
  path,
  ...(await calls[`${method.replace('HEAD', 'GET')} ${path}`]?.(scene)),
});
