import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const repository = fileURLToPath(new URL('..', import.meta.url));

type Source = {
  root: string;
  /** Outermost first. A file imports from its own layer and from later ones. */
  layers: string[];
  /** Returns the layer of a file, and its folder within the layer. */
  locationOf: (file: string) => { layer: string; folder: string };
};

const folderWithin = (file: string, layer: string) => {
  const [, folder, ...rest] = file.split('/');
  return { layer, folder: rest.length === 0 ? file : `${layer}/${folder}` };
};

const sources: Record<string, Source> = {
  server: {
    root: 'apps/server/src',
    layers: ['app', 'features', 'community', 'pages', 'platform'],
    locationOf: (file) =>
      /^(?:features|community|pages|platform)\//.test(file)
        ? folderWithin(file, file.split('/', 1)[0]!)
        : { layer: 'app', folder: 'app' },
  },
  web: {
    root: 'apps/web/app',
    layers: ['shell', 'features', 'ui', 'lib'],
    locationOf: (file) => {
      if (file.startsWith('features/')) return folderWithin(file, 'features');
      const layer = /^(ui|lib)\//.exec(file)?.[1] ?? 'shell';
      return { layer, folder: layer };
    },
  },
};

/** Returns all imports between files, including types and tables. Tests are ignored. */
function importsOf({ root }: Source): { from: string; to: string }[] {
  const files = readdirSync(path.join(repository, root), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|test-d|authorization)\.tsx?$/.test(file));
  return files.flatMap((from) => {
    const text = readFileSync(path.join(repository, root, from), 'utf8');
    return [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+\.tsx?)['"]/g)].map(([, specifier = '']) => ({
      from,
      to: path.posix.join(path.posix.dirname(from), specifier),
    }));
  });
}

/** Returns the imports that are part of a cycle of folders. */
function importsInCycles(edges: { from: string; to: string }[], folderOf: (file: string) => string): string[] {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of edges) graph.getOrInsertComputed(folderOf(from), () => new Set()).add(folderOf(to));
  const reaches = (start: string, goal: string) => {
    const seen = new Set([start]);
    for (const folder of seen) for (const next of graph.get(folder) ?? []) seen.add(next);
    return seen.has(goal);
  };
  return edges
    .filter(({ from, to }) => folderOf(from) !== folderOf(to) && reaches(folderOf(to), folderOf(from)))
    .map(({ from, to }) => `${from} → ${to}`);
}

test.for(Object.entries(sources))('folders of the %s have no import cycles', ([, source]) => {
  expect(importsInCycles(importsOf(source), (file) => source.locationOf(file).folder)).toEqual([]);
});

test.for(Object.entries(sources))('no file of the %s imports from an outer layer', ([, source]) => {
  const rank = (file: string) => source.layers.indexOf(source.locationOf(file).layer);
  const upward = importsOf(source).filter(({ from, to }) => rank(to) < rank(from));
  expect(upward).toEqual([]);
});

test('finds a cycle through a table', () => {
  const edges = [
    { from: 'features/feed/posts.queries.ts', to: 'features/points/index.ts' },
    { from: 'features/points/ranking.ts', to: 'features/feed/posts.tables.ts' },
    { from: 'features/points/ranking.ts', to: 'platform/database/database.ts' },
  ];
  expect(importsInCycles(edges, (file) => sources['server']!.locationOf(file).folder)).toHaveLength(2);
});
