import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('..', import.meta.url));

interface ImportCase {
  readonly file: string;
  readonly imports: string;
  /** The expected message; undefined for an allowed import. */
  readonly message?: string;
}

const cases: Record<string, readonly ImportCase[]> = {
  'server: app → features → community → pages → platform': [
    { file: 'apps/server/src/app.ts', imports: './features/feed/index.ts' },
    { file: 'apps/server/src/main.ts', imports: './platform/clock.ts' },
    { file: 'apps/server/src/features/feed/clocked.ts', imports: '../../platform/clock.ts' },
    {
      file: 'apps/server/src/features/feed/upward.ts',
      imports: '../../app.ts',
      message:
        'On the server, imports go app → features → community → pages → platform → contract: feature "feed" may not import the app.',
    },
    {
      file: 'apps/server/src/platform/upward.ts',
      imports: '../features/feed/index.ts',
      message:
        'On the server, imports go app → features → community → pages → platform → contract: the platform may not import feature "feed".',
    },
    {
      file: 'apps/server/src/platform/tables-reader.ts',
      imports: '../features/feed/posts.tables.ts',
      message:
        'On the server, imports go app → features → community → pages → platform → contract: the platform may not import feature "feed".',
    },
    {
      file: 'apps/server/src/platform/http/upward.ts',
      imports: '../../app.ts',
      message:
        'On the server, imports go app → features → community → pages → platform → contract: the platform may not import the app.',
    },
  ],
  'server: feature to feature through index.ts or a table': [
    { file: 'apps/server/src/features/points/subscriber.ts', imports: '../feed/index.ts' },
    { file: 'apps/server/src/features/points/ranking.queries.ts', imports: '../feed/posts.tables.ts' },
    { file: 'apps/server/src/features/feed/posts.queries.ts', imports: './posts.tables.ts' },
    {
      file: 'apps/server/src/features/points/intruder.ts',
      imports: '../feed/posts.service.ts',
      message: 'Feature "points" may import feature "feed" only through its index.ts (or a *.tables.ts).',
    },
  ],
  'web: routes and shell → features → ui → lib': [
    { file: 'apps/web/app/shell/header.tsx', imports: '../features/feed/feed-screen.tsx' },
    { file: 'apps/web/app/features/feed/buttoned.tsx', imports: '../../ui/button.tsx' },
    { file: 'apps/web/app/features/wins/neighbour.tsx', imports: '../feed/index.ts' },
    { file: 'apps/web/app/ui/dated.tsx', imports: '../lib/locale.ts' },
    {
      file: 'apps/web/app/features/feed/upward.tsx',
      imports: '../../shell/header.tsx',
      message:
        'On the web, imports go routes and shell → features → ui → lib → contract: feature "feed" may not import the shell.',
    },
    {
      file: 'apps/web/app/ui/upward.tsx',
      imports: '../features/feed/index.ts',
      message:
        'On the web, imports go routes and shell → features → ui → lib → contract: ui may not import feature "feed".',
    },
    {
      file: 'apps/web/app/lib/upward.ts',
      imports: '../ui/button.tsx',
      message: 'On the web, imports go routes and shell → features → ui → lib → contract: lib may not import ui.',
    },
    {
      file: 'apps/web/app/features/wins/intruder.tsx',
      imports: '../feed/feed-screen.tsx',
      message: 'Feature "wins" may import feature "feed" only through its index.ts.',
    },
    {
      file: 'apps/web/app/features/wins/tables-intruder.tsx',
      imports: '../feed/posts.tables.ts',
      message: 'Feature "wins" may import feature "feed" only through its index.ts.',
    },
  ],
  'the design system does not fetch data': [
    { file: 'apps/web/app/lib/fetcher.ts', imports: '@tanstack/react-query' },
    {
      file: 'apps/web/app/ui/fetcher.tsx',
      imports: '@tanstack/react-query',
      message: 'The design system does not fetch data: features pass it as props.',
    },
    {
      file: 'apps/web/app/ui/caller.tsx',
      imports: '../lib/api-client.ts',
      message: 'The design system does not fetch data: features pass it as props.',
    },
    {
      file: 'apps/web/app/ui/keeper.tsx',
      imports: '../lib/drafts.ts',
      message: 'The design system does not fetch data: features pass it as props.',
    },
    {
      file: 'apps/web/app/ui/caller.tsx',
      imports: '@commons/contract/feed/calls',
      message: 'The design system does not fetch data: features pass it as props.',
    },
  ],
  'the contract imports only zod': [
    { file: 'packages/contract/src/feed.schemas.ts', imports: 'zod' },
    { file: 'packages/contract/src/reused.ts', imports: './feed.ts' },
    { file: 'packages/contract/src/feed.test.ts', imports: 'vitest' },
    { file: 'packages/contract/src/dater.ts', imports: 'date-fns', message: 'The contract imports only zod.' },
    { file: 'packages/contract/src/reader.ts', imports: 'node:fs', message: 'The contract imports only zod.' },
    {
      file: 'packages/contract/src/outward.ts',
      imports: '../../../apps/server/src/platform/clock.ts',
      message: 'The contract imports only zod.',
    },
  ],
  'schemas are loaded on demand': [
    { file: 'apps/server/src/features/feed/checked.ts', imports: '@commons/contract/feed/schemas' },
    { file: 'packages/contract/src/wins.schemas.ts', imports: './feed.schemas.ts' },
    { file: 'apps/web/app/features/feed/checked.test.ts', imports: '@commons/contract/feed/schemas' },
    {
      file: 'packages/contract/src/wins.ts',
      imports: './feed.schemas.ts',
      message: 'Only *.schemas.ts may import zod and other schemas.',
    },
    {
      file: 'packages/contract/src/checked.ts',
      imports: 'zod',
      message: 'Only *.schemas.ts may import zod and other schemas.',
    },
    {
      file: 'apps/web/app/features/feed/checked.ts',
      imports: '@commons/contract/feed/schemas',
      message: 'Load schemas on demand with import().',
    },
    {
      file: 'apps/web/app/lib/checked.ts',
      imports: 'zod/mini',
      message: 'Load schemas on demand with import().',
    },
  ],
  'web and server share only the contract, imported by its package name': [
    { file: 'apps/server/src/features/feed/views.ts', imports: '@commons/contract/feed' },
    { file: 'apps/web/app/features/feed/views.ts', imports: '@commons/contract/feed' },
    {
      file: 'apps/web/app/features/feed/peeper.ts',
      imports: '../../../../server/src/features/feed/index.ts',
      message: 'The web may only import itself and the contract.',
    },
    {
      file: 'apps/server/src/features/feed/peeper.ts',
      imports: '@commons/web/app/ui/button.tsx',
      message: 'The server may only import itself and the contract.',
    },
    {
      file: 'apps/web/app/features/feed/peeper.test.ts',
      imports: '../../../../server/src/features/feed/index.ts',
      message: 'The web may only import itself and the contract.',
    },
    {
      file: 'apps/server/src/features/feed/pathfinder.ts',
      imports: '../../../../../packages/contract/src/feed.ts',
      message: 'Import the contract by its package name: @commons/contract/<name>.',
    },
    {
      file: 'apps/server/src/scripted.ts',
      imports: '../../../scripts/start.ts',
      message: 'The server may only import itself and the contract.',
    },
  ],
  'source code does not import tests': [
    { file: 'apps/server/src/features/feed/posts.test.ts', imports: '../../../test/app.ts' },
    { file: 'apps/server/src/features/wins/posts.test.ts', imports: '../feed/posts.service.ts' },
    {
      file: 'apps/server/src/features/feed/tested.ts',
      imports: '../../../test/app.ts',
      message: 'Source code may not import tests.',
    },
    {
      file: 'apps/web/app/features/feed/tested.ts',
      imports: './feed.test.ts',
      message: 'Source code may not import tests.',
    },
  ],
};

const cycles: readonly ImportCase[] = [
  {
    file: 'apps/server/src/features/profiles/greeter.ts',
    imports: '../messages/index.ts',
    message:
      'Features form a cycle: profiles → messages → connections → profiles. A subscriber imports the publisher, never the reverse.',
  },
  {
    file: 'apps/server/src/features/messages/opener.ts',
    imports: '../connections/index.ts',
    message:
      'Features form a cycle: messages → connections → profiles → messages. A subscriber imports the publisher, never the reverse.',
  },
  {
    file: 'apps/server/src/features/connections/finder.ts',
    imports: '../profiles/index.ts',
    message:
      'Features form a cycle: connections → profiles → messages → connections. A subscriber imports the publisher, never the reverse.',
  },
  {
    file: 'apps/server/src/features/messages/reader.ts',
    imports: '../connections/connections.tables.ts',
    message:
      'Features form a cycle: messages → connections → profiles → messages. A subscriber imports the publisher, never the reverse.',
  },
];

let fixture: string;
let reported: Map<string, string[]>;

beforeAll(async () => {
  fixture = await realpath(await mkdtemp(path.join(tmpdir(), 'boundaries ')));
  for (const { file, imports } of [...Object.values(cases).flat(), ...cycles]) {
    await writeFixture(file, `import ${JSON.stringify(imports)};\n`);
  }
  await writeFixture(
    'apps/server/src/features/library/typed.ts',
    `export type Post = import('../feed/posts.queries.ts').Post;\n`,
  );
  await writeFixture(
    'apps/server/src/features/library/lazy.ts',
    `export const late = import('../feed/posts.queries.ts');\n`,
  );
  await writeFixture('apps/server/src/features/library/door.ts', `export * from '../feed/posts.queries.ts';\n`);
  await writeFixture(
    'apps/web/app/features/feed/light.ts',
    `import type { z } from 'zod';
import type { Post } from '@commons/contract/feed/schemas';
export type { Post };
export const load = async (): Promise<z.ZodType> => (await import('@commons/contract/feed/schemas')).postView;
`,
  );
  await writeFixture(
    'apps/server/src/platform/left.ts',
    `import { right } from './right.ts';\nexport type Left = string;\nexport const left: Left = right;\n`,
  );
  await writeFixture(
    'apps/server/src/platform/right.ts',
    `import type { Left } from './left.ts';\nexport const right: Left = '';\n`,
  );
  reported = await lint();
});

afterAll(() => rm(fixture, { recursive: true, force: true }));

async function writeFixture(file: string, source: string): Promise<void> {
  await mkdir(path.join(fixture, path.dirname(file)), { recursive: true });
  await writeFile(path.join(fixture, file), source);
}

/** Lints the fixture with the repository's configuration. Returns the messages about imports by file. */
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

describe.for(Object.entries(cases))('%s', ([, group]) => {
  test.for(group)('$file imports $imports', ({ file, message }) => {
    expect(reported.get(file) ?? []).toEqual(message === undefined ? [] : [message]);
  });
});

describe('features do not depend on each other in a cycle', () => {
  test.for(cycles)('$file imports $imports', ({ file, message }) => {
    expect(reported.get(file) ?? []).toEqual(message === undefined ? [] : [message]);
  });
});

test.for(['typed', 'lazy', 'door'])('a %s import counts as an import', (name) => {
  expect(reported.get(`apps/server/src/features/library/${name}.ts`)).toEqual([
    'Feature "library" may import feature "feed" only through its index.ts (or a *.tables.ts).',
  ]);
});

test('types of schemas and dynamic imports of schemas are allowed', () => {
  expect(reported.get('apps/web/app/features/feed/light.ts')).toBeUndefined();
});

test('reports two modules that import each other, even if one imports only a type', () => {
  for (const name of ['left', 'right']) {
    expect(reported.get(`apps/server/src/platform/${name}.ts`)?.join()).toContain('cycle');
  }
});
