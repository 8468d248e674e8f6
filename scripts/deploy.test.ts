import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { environment } from '../apps/server/src/platform/configuration-variables.ts';
import { readConfiguration } from '../apps/server/src/platform/configuration.ts';
import { maxFieldsBytes } from '../apps/server/src/platform/media/uploads.ts';
import { csvLimits } from '../packages/contract/src/csv.ts';
import { imageLimits } from '../packages/contract/src/media.ts';
import { meditationLimits } from '../packages/contract/src/meditations.ts';
import { root } from './lib/root.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

type Service = {
  image?: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: string[] | Record<string, { condition: string }>;
  read_only?: boolean;
  healthcheck?: unknown;
};
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> };

const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const serverServices = services.filter(([, { build }]) => build !== undefined);

/** Reads the variables of an environment file, one per line. */
const variablesIn = (text: string) =>
  Object.fromEntries([...text.matchAll(/^([A-Z]\w*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

/** The server's variables. The schema ignores unknown ones, so tests compare the names. */
const knownVariables = new Set<string | undefined>(Object.keys(environment.shape));

/** Variables of Node and glibc. */
const systemVariables: ReadonlySet<string | undefined> = new Set([
  'NODE_ENV',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
]);

/** Paths that the Dockerfile copies from the repository. */
const copiedPaths = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, all = '']) =>
  all.split(' ').slice(0, -1),
);

describe('compose.yaml', () => {
  test('runs a proxy, two servers, PostgreSQL 18, Valkey and an S3 service', () => {
    expect(Object.keys(compose.services)).toEqual([
      ...['proxy', 'server-1', 'server-2', 'database', 'valkey', 'files', 'bucket'],
    ]);
    expect(compose.services['database']?.image).toMatch(/^postgres:18\./);
  });

  test('pins every image to a version', () => {
    const images = services.filter(([, { build }]) => build === undefined).map(([, { image }]) => image);
    const baseImages = [...read('Dockerfile').matchAll(/^FROM (\S+:\S+)/gm)].map((found) => found[1]);
    for (const image of [...images, ...baseImages]) expect(image).toMatch(/^[\w./]+:v?\d+\.\d+(\.\d+)?[\w.-]*$/);
  });

  test('gives the servers known variables and a valid configuration', () => {
    const example = variablesIn(read('deploy/compose.env.example'));
    const completedVariables = {
      ...example,
      SESSION_SECRET: 'x'.repeat(64),
      DATABASE_PASSWORD: 'secret',
      S3_SECRET_ACCESS_KEY: 'secret',
      PUSH_PRIVATE_KEY: 'k'.repeat(43),
    };
    const interpolate = (text: string) =>
      text.replaceAll(/\$\{(\w+)(:[?-])?\}/g, (_, name: string, operator?: string) => {
        const value = (completedVariables as Record<string, string>)[name];
        if (value === undefined) throw new Error(`deploy/compose.env.example has no ${name}.`);
        if (operator === ':?' && value === '')
          throw new Error(`${name} is required, but this test has no value for it.`);
        return value;
      });
    for (const [name, { environment = {} }] of serverServices) {
      for (const variable of Object.keys(environment)) expect(knownVariables, name).toContain(variable);
      const variables = Object.entries(environment).map(([key, text]) => [key, interpolate(text)]);
      const { publicUrl, settings, redisUrl, drainSeconds } = readConfiguration({
        HOST: '0.0.0.0',
        ...(Object.fromEntries(variables) as Record<string, string>),
      });
      expect({ publicUrl, bucket: settings.s3Bucket, redisUrl, drainSeconds }).toEqual({
        publicUrl: 'https://community.example.org',
        bucket: 'commons-media',
        redisUrl: 'redis://valkey:6379',
        drainSeconds: 4,
      });
    }
  });

  test('refers only to hosts, volumes, services and files that exist', () => {
    const text = JSON.stringify(compose.services);
    for (const [, host = ''] of text.matchAll(/(?:@|:\/\/)([a-z][a-z0-9-]*):\d+/g))
      expect(compose.services).toHaveProperty(host);
    for (const [name, { volumes = [], depends_on: dependencies = [] }] of services) {
      const missing = volumes
        .map((mount) => mount.split(':', 1)[0] ?? '')
        .filter((from) => (from.startsWith('./') ? !existsSync(path.join(root, from)) : !(from in compose.volumes)));
      expect(missing, name).toEqual([]);
      for (const part of Array.isArray(dependencies) ? dependencies : Object.keys(dependencies))
        expect(compose.services, name).toHaveProperty([part]);
    }
  });

  test('gives the servers a read-only file system except /data and /tmp', () => {
    for (const [name, { read_only: isReadOnly }] of serverServices) expect(isReadOnly, name).toBe(true);
    for (const name of ['server-1', 'server-2']) expect(compose.services[name]?.volumes).toEqual([`${name}:/data`]);
  });

  test('starts programs that are in the image', () => {
    for (const [name, { command = [] }] of serverServices)
      for (const file of command.filter((word) => word.endsWith('.ts'))) {
        expect(existsSync(path.join(root, file)), name).toBe(true);
        expect(
          copiedPaths.some((each) => file.startsWith(each)),
          name,
        ).toBe(true);
      }
  });
});

describe('the Dockerfile', () => {
  test('copies only existing files, and the manifests of all workspaces', () => {
    for (const file of copiedPaths) expect(existsSync(path.join(root, file)), file).toBe(true);
    const workspaces = globSync(['apps/*/package.json', 'packages/*/package.json'], { cwd: root });
    for (const file of workspaces) expect(copiedPaths).toContain(file.replaceAll('\\', '/'));
  });

  test('uses the Node version of package.json, which is the same for all systems', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: object };
    const images = [...read('Dockerfile').matchAll(/^FROM node:([\d.]+)/gm)].map(([, version]) => version);
    expect(new Set(images)).toEqual(new Set(Object.values(optionalDependencies)));
  });

  test('sets only known variables, and does not run as root', () => {
    const text = read('Dockerfile');
    const [, block = ''] = /^ENV ([\s\S]+?[^\\])\n/m.exec(text) ?? [];
    const names = [...block.matchAll(/(\w+)=/g)].map((found) => found[1]);
    expect(names.filter((name) => !knownVariables.has(name) && !systemVariables.has(name))).toEqual([]);
    const last = text.slice(text.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^VOLUME \/data$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
  });
});

describe('the proxies', () => {
  const megabyte = 1024 * 1024;
  /** A new meditation: sound, cover, text, and less than a megabyte for the form's boundaries. */
  const largestForm = meditationLimits.audioBytes + imageLimits.maxBytes + maxFieldsBytes + megabyte;

  test('nginx accepts the largest form and hardly more', () => {
    const [, size = ''] = /client_max_body_size (\d+)m;/.exec(read('deploy/nginx.conf')) ?? [];
    expect(Number(size) * megabyte).toBeGreaterThanOrEqual(largestForm);
    expect(Number(size) * megabyte).toBeLessThan(largestForm + 10 * megabyte);
    expect(largestForm).toBeGreaterThan(3 * csvLimits.maxCharacters);
  });

  test('the comments for nginx state the actual size limits', () => {
    const text = read('deploy/nginx.conf').replaceAll(/\n *# /g, ' ');
    expect(text).toContain(`${meditationLimits.audioBytes / megabyte} MB of sound`);
    expect(text).toContain(`a cover of ${imageLimits.maxBytes / megabyte} MB`);
  });

  test('Caddy leaves the limits to the server', () => {
    expect(read('deploy/Caddyfile')).not.toMatch(/request_body|max_size/);
  });
});

test('the systemd unit starts an existing program with known variables', () => {
  const unit = read('deploy/mindful-commons.service');
  const [, command = ''] = /^ExecStart=\/opt\/mindful-commons\/\S+ (\S+)$/m.exec(unit) ?? [];
  expect(existsSync(path.join(root, command))).toBe(true);
  const [, variables = ''] = /^Environment=(.+)$/m.exec(unit) ?? [];
  const names = variables.split(' ').map((each) => each.split('=', 1)[0]);
  expect(names.filter((name) => !knownVariables.has(name) && !systemVariables.has(name))).toEqual([]);
});

test('the guides refer only to existing files and commands', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const guide of globSync('docs/guides/*.md', { cwd: root })) {
    const text = read(guide);
    for (const [, command = ''] of text.matchAll(/npm run ([a-z-]+)/g))
      expect(scripts, guide).toHaveProperty([command]);
    for (const [, file = ''] of text.matchAll(/`(deploy\/[\w.-]+)`/g))
      expect(existsSync(path.join(root, file)), file).toBe(true);
    for (const [, link = ''] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g))
      expect(existsSync(path.join(root, path.dirname(guide), link)), `${guide}: ${link}`).toBe(true);
  }
});

test('the documents refer only to files and folders that exist', () => {
  const documents = globSync(['*.md', 'docs/guides/*.md', 'docs/decisions/*.md'], { cwd: root });
  const paths = documents.flatMap((file) =>
    [...read(file).matchAll(/`((?:apps|packages|content|e2e|bench|scripts|lint|docs|deploy)\/[\w./-]+)`/g)].map(
      ([, named = '']) => ({ file, named }),
    ),
  );
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter(({ named }) => !existsSync(path.join(root, named)))).toEqual([]);
});
