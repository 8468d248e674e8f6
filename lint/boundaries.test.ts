import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('..', import.meta.url));

interface Plant {
  readonly file: string;
  readonly imports: string;
  /** What the linter must say; none for an import that is allowed. */
  readonly says?: string;
}

const plants: Record<string, readonly Plant[]> = {
  'server: app → features → platform': [
    { file: 'apps/server/src/app.ts', imports: './features/feed/index.ts' },
    { file: 'apps/server/src/main.ts', imports: './platform/clock.ts' },
    { file: 'apps/server/src/features/feed/clocked.ts', imports: '../../platform/clock.ts' },
    {
      file: 'apps/server/src/features/feed/upward.ts',
      imports: '../../app.ts',
      says: 'On the server, imports go app → features → platform → contract; feature "feed" may not import the app.',
    },
    {
      file: 'apps/server/src/platform/upward.ts',
      imports: '../features/feed/index.ts',
      says: 'On the server, imports go app → features → platform → contract; the platform may not import feature "feed".',
    },
    {
      file: 'apps/server/src/platform/tables-reader.ts',
      imports: '../features/feed/posts.tables.ts',
      says: 'On the server, imports go app → features → platform → contract; the platform may not import feature "feed".',
    },
    {
      file: 'apps/server/src/platform/http/upward.ts',
      imports: '../../app.ts',
      says: 'On the server, imports go app → features → platform → contract; the platform may not import the app.',
    },
  ],
  'server: feature to feature through index.ts or a table': [
    { file: 'apps/server/src/features/points/subscriber.ts', imports: '../feed/index.ts' },
    { file: 'apps/server/src/features/points/ranking.queries.ts', imports: '../feed/posts.tables.ts' },
    { file: 'apps/server/src/features/feed/posts.queries.ts', imports: './posts.tables.ts' },
    {
      file: 'apps/server/src/features/points/intruder.ts',
      imports: '../feed/posts.service.ts',
      says: 'Feature "points" imports feature "feed" only through its index.ts (or a *.tables.ts).',
    },
  ],
  'web: routes and shell → features → ui and lib': [
    { file: 'apps/web/app/shell/header.tsx', imports: '../features/feed/feed-screen.tsx' },
    { file: 'apps/web/app/features/feed/buttoned.tsx', imports: '../../ui/button.tsx' },
    { file: 'apps/web/app/features/wins/neighbour.tsx', imports: '../feed/index.ts' },
    { file: 'apps/web/app/lib/dated.ts', imports: '../ui/button.tsx' },
    {
      file: 'apps/web/app/features/feed/upward.tsx',
      imports: '../../shell/header.tsx',
      says: 'On the web, imports go routes and shell → features → ui and lib → contract; feature "feed" may not import the shell.',
    },
    {
      file: 'apps/web/app/ui/upward.tsx',
      imports: '../features/feed/index.ts',
      says: 'On the web, imports go routes and shell → features → ui and lib → contract; ui and lib may not import feature "feed".',
    },
    {
      file: 'apps/web/app/features/wins/intruder.tsx',
      imports: '../feed/feed-screen.tsx',
      says: 'Feature "wins" imports feature "feed" only through its index.ts.',
    },
    {
      file: 'apps/web/app/features/wins/tables-intruder.tsx',
      imports: '../feed/posts.tables.ts',
      says: 'Feature "wins" imports feature "feed" only through its index.ts.',
    },
  ],
  'the design system never fetches': [
    { file: 'apps/web/app/lib/fetcher.ts', imports: '@tanstack/react-query' },
    {
      file: 'apps/web/app/ui/fetcher.tsx',
      imports: '@tanstack/react-query',
      says: 'The design system never fetches: a feature hands it what it shows.',
    },
    {
      file: 'apps/web/app/ui/caller.tsx',
      imports: '../lib/api-client.ts',
      says: 'The design system never fetches: a feature hands it what it shows.',
    },
  ],
  'the contract imports only zod': [
    { file: 'packages/contract/src/feed.schemas.ts', imports: 'zod' },
    { file: 'packages/contract/src/reused.ts', imports: './feed.ts' },
    { file: 'packages/contract/src/feed.test.ts', imports: 'vitest' },
    { file: 'packages/contract/src/dater.ts', imports: 'date-fns', says: 'The contract imports only zod.' },
    { file: 'packages/contract/src/reader.ts', imports: 'node:fs', says: 'The contract imports only zod.' },
    {
      file: 'packages/contract/src/outward.ts',
      imports: '../../../apps/server/src/platform/clock.ts',
      says: 'The contract imports only zod.',
    },
  ],
  'schemas are loaded where they are needed': [
    { file: 'apps/server/src/features/feed/checked.ts', imports: '@commons/contract/feed/schemas' },
    { file: 'packages/contract/src/wins.schemas.ts', imports: './feed.schemas.ts' },
    { file: 'apps/web/app/features/feed/checked.test.ts', imports: '@commons/contract/feed/schemas' },
    {
      file: 'packages/contract/src/wins.ts',
      imports: './feed.schemas.ts',
      says: 'Only *.schemas.ts have zod and other schemas; paths, limits and errors do without.',
    },
    {
      file: 'packages/contract/src/checked.ts',
      imports: 'zod',
      says: 'Only *.schemas.ts have zod and other schemas; paths, limits and errors do without.',
    },
    {
      file: 'apps/web/app/features/feed/checked.ts',
      imports: '@commons/contract/feed/schemas',
      says: 'Schemas are fetched when a form is touched: import() them.',
    },
    {
      file: 'apps/web/app/lib/checked.ts',
      imports: 'zod/mini',
      says: 'Schemas are fetched when a form is touched: import() them.',
    },
  ],
  'web and server meet in the contract alone, by its name': [
    { file: 'apps/server/src/features/feed/views.ts', imports: '@commons/contract/feed' },
    { file: 'apps/web/app/features/feed/views.ts', imports: '@commons/contract/feed' },
    {
      file: 'apps/web/app/features/feed/peeper.ts',
      imports: '../../../../server/src/features/feed/index.ts',
      says: 'The web imports nothing of the repository but itself and the contract.',
    },
    {
      file: 'apps/server/src/features/feed/peeper.ts',
      imports: '@commons/web/app/ui/button.tsx',
      says: 'The server imports nothing of the repository but itself and the contract.',
    },
    {
      file: 'apps/web/app/features/feed/peeper.test.ts',
      imports: '../../../../server/src/features/feed/index.ts',
      says: 'The web imports nothing of the repository but itself and the contract.',
    },
    {
      file: 'apps/server/src/features/feed/pathfinder.ts',
      imports: '../../../../../packages/contract/src/feed.ts',
      says: 'The contract is imported by its name: @commons/contract/<name>.',
    },
    {
      file: 'apps/server/src/scripted.ts',
      imports: '../../../scripts/start.ts',
      says: 'The server imports nothing of the repository but itself and the contract.',
    },
  ],
  'source never imports tests': [
    { file: 'apps/server/src/features/feed/posts.test.ts', imports: '../../../test/app.ts' },
    { file: 'apps/server/src/features/wins/posts.test.ts', imports: '../feed/posts.service.ts' },
    {
      file: 'apps/server/src/features/feed/tested.ts',
      imports: '../../../test/app.ts',
      says: 'Source never imports tests.',
    },
    { file: 'apps/web/app/features/feed/tested.ts', imports: './feed.test.ts', says: 'Source never imports tests.' },
  ],
};

const circles: readonly Plant[] = [
  {
    file: 'apps/server/src/features/members/greeter.ts',
    imports: '../messages/index.ts',
    says: 'Features form a circle: members → messages → connections → members. A subscriber imports the publisher, never back.',
  },
  {
    file: 'apps/server/src/features/messages/opener.ts',
    imports: '../connections/index.ts',
    says: 'Features form a circle: messages → connections → members → messages. A subscriber imports the publisher, never back.',
  },
  {
    file: 'apps/server/src/features/connections/finder.ts',
    imports: '../members/index.ts',
    says: 'Features form a circle: connections → members → messages → connections. A subscriber imports the publisher, never back.',
  },
  {
    file: 'apps/server/src/features/messages/reader.ts',
    imports: '../connections/connections.tables.ts',
    says: 'Features form a circle: messages → connections → members → messages. A subscriber imports the publisher, never back.',
  },
];

let fixture: string;
let said: Map<string, string[]>;

beforeAll(async () => {
  fixture = await realpath(await mkdtemp(path.join(tmpdir(), 'boundaries ')));
  for (const { file, imports } of [...Object.values(plants).flat(), ...circles]) {
    await plant(file, `import ${JSON.stringify(imports)};\n`);
  }
  await plant(
    'apps/server/src/features/library/typed.ts',
    `export type Post = import('../feed/posts.queries.ts').Post;\n`,
  );
  await plant('apps/server/src/features/library/lazy.ts', `export const late = import('../feed/posts.queries.ts');\n`);
  await plant('apps/server/src/features/library/door.ts', `export * from '../feed/posts.queries.ts';\n`);
  await plant(
    'apps/web/app/features/feed/light.ts',
    `import type { z } from 'zod';
import type { Post } from '@commons/contract/feed/schemas';
export type { Post };
export const load = async (): Promise<z.ZodType> => (await import('@commons/contract/feed/schemas')).postView;
`,
  );
  await plant(
    'apps/server/src/platform/left.ts',
    `import { right } from './right.ts';\nexport const left = [right];\n`,
  );
  await plant('apps/server/src/platform/right.ts', `import { left } from './left.ts';\nexport const right = [left];\n`);
  said = await lint();
});

afterAll(() => rm(fixture, { recursive: true, force: true }));

async function plant(file: string, source: string): Promise<void> {
  await mkdir(path.join(fixture, path.dirname(file)), { recursive: true });
  await writeFile(path.join(fixture, file), source);
}

/** What the repository's own configuration says about each planted file, as far as imports are concerned. */
async function lint(): Promise<Map<string, string[]>> {
  const oxlint = path.join(repository, 'node_modules/.bin/oxlint');
  const parameters = ['--config', path.join(repository, '.oxlintrc.json'), '--format', 'json', '.'];
  const env = { ...process.env, OXLINT_TSGOLINT_PATH: path.join(repository, 'node_modules/.bin/tsgolint') };
  const run = promisify(execFile)(oxlint, parameters, { cwd: fixture, env }).catch(
    (error: { stdout: string }) => error,
  );
  const { diagnostics } = JSON.parse((await run).stdout) as {
    diagnostics: { code: string; message: string; filename: string }[];
  };
  const byFile = new Map<string, string[]>();
  for (const { code, message, filename } of diagnostics) {
    if (!/^boundaries\(|^import\(no-cycle\)/.test(code)) continue;
    const file = path.relative(fixture, path.resolve(fixture, filename));
    byFile.set(file, [...(byFile.get(file) ?? []), message]);
  }
  return byFile;
}

describe.for(Object.entries(plants))('%s', ([, planted]) => {
  test.for(planted)('$file imports $imports', ({ file, says }) => {
    expect(said.get(file) ?? []).toEqual(says === undefined ? [] : [says]);
  });
});

describe('features do not depend on each other in a circle', () => {
  test.for(circles)('$file imports $imports', ({ file, says }) => {
    expect(said.get(file) ?? []).toEqual(says === undefined ? [] : [says]);
  });
});

test.for(['typed', 'lazy', 'door'])('a %s import counts as an import', (name) => {
  expect(said.get(`apps/server/src/features/library/${name}.ts`)).toEqual([
    'Feature "library" imports feature "feed" only through its index.ts (or a *.tables.ts).',
  ]);
});

test('types of schemas, and schemas that come later, are free', () => {
  expect(said.get('apps/web/app/features/feed/light.ts')).toBeUndefined();
});

test('two modules that import each other are found', () => {
  for (const name of ['left', 'right']) {
    expect(said.get(`apps/server/src/platform/${name}.ts`)?.join()).toContain('cycle');
  }
});
