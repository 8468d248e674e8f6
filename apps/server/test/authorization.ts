import { readdirSync } from 'node:fs';
import type { Endpoint } from '@commons/contract/endpoint';
import {
  type Authorization,
  type CallerName,
  callerNames,
  type CallParts,
  type ListScene,
  type Method,
  readerNames,
  type Scene,
  type Visibility,
} from './scene.ts';

const source = new URL('../src/', import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.authorization.ts'),
);

/** The authorization tables of all features and the platform. */
export const authorizations: readonly Authorization[] = await Promise.all(
  files.toSorted().map(async (file) => {
    const { authorization } = (await import(new URL(file, source).href)) as { authorization: Authorization };
    return authorization;
  }),
);

/** @throws Error if a row does not have one value per name. */
function readTable<Name extends string>(text: string, names: readonly Name[]) {
  const rows = text.split('\n').filter((line) => line.trim() !== '');
  return rows.flatMap((row) => {
    const [method, path = '', ...values] = row.trim().split(/\s+/);
    if (values.length !== names.length) throw new Error(`a row needs ${names.length} columns: ${row}`);
    return names.map((name, column) => ({ method: method as Method, path, name, value: values[column] ?? '' }));
  });
}

export type Cell = { method: Method; path: string; caller: CallerName; status: number };

export const readRows = (text: string): Cell[] =>
  readTable(text, callerNames).map(({ name, value, ...row }) => ({ ...row, caller: name, status: Number(value) }));

const calls = Object.assign({}, ...authorizations.map((each) => each.calls)) as Authorization['calls'];

/** Returns the parts of a valid call of a route in a scene. */
export const callPartsOf = async (
  method: Method,
  path: string,
  scene: Scene,
): Promise<Required<Pick<CallParts, 'path'>> & CallParts> => ({
  path,
  ...(await calls[`${method.replace('HEAD', 'GET')} ${path}`]?.(scene)),
});

/** The route that creates each kind of contribution. */
export const kindRoutes = Object.assign({}, ...authorizations.map(({ kinds }) => kinds)) as Record<string, string>;

const visibilities = authorizations.flatMap(({ visibility = [] }) => visibility);

/** The visibility tables of all features. */
export const visibilityCells = visibilities
  .flatMap(({ rows }) => readTable(rows, readerNames))
  .map(({ method, path, name, value }) => ({ route: `${method} ${path}`, reader: name, finds: value }));

/** Prepares the lists of the visibility tables. */
const lists = Object.assign({}, ...visibilities.map((each) => each.lists)) as Visibility['lists'];

/** Formats an endpoint like the tables. */
export const routeOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

/** Puts an author on a list of the reader. Returns the list's address if it differs from its row. */
export async function putOnList(list: string | Endpoint, scene: ListScene): Promise<string | undefined> {
  const prepare = lists[typeof list === 'string' ? list : routeOf(list)];
  return ((await prepare?.(scene)) ?? {}).path;
}
