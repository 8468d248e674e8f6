import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { describeVariables } from './configuration-variables.ts';
import { ConfigurationError, loadEnvironmentFile, readConfiguration } from './configuration.ts';

/** What a person at the terminal reads when the configuration stops the start. */
function complaintAbout(variables: Record<string, string>): string {
  try {
    readConfiguration(variables);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return 'no complaint';
}

const oidc = { OIDC_ISSUER_URL: 'https://id.lund.test', OIDC_CLIENT_ID: 'commons', OIDC_CLIENT_SECRET: 'a secret' };

describe('without any configuration', () => {
  test('the community runs on this machine alone, with limits', () => {
    expect(readConfiguration({})).toMatchObject({
      host: '127.0.0.1',
      port: 3_000,
      listensOnLoopback: true,
      rateLimits: true,
      trustedProxies: [],
      productName: 'Mindful Commons',
      dataDirectory: path.resolve('data'),
      databaseUrl: undefined,
      oidc: undefined,
      adminEmails: undefined,
    });
  });

  test('an empty variable is one that is not set', () => {
    const names = ['HOST', 'PORT', 'PUBLIC_URL', 'DATABASE_URL', 'ADMIN_EMAILS', 'TRUSTED_PROXIES', 'OIDC_CLIENT_ID'];
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(readConfiguration(empty)).toEqual(readConfiguration({}));
  });
});

describe('a wrong value stops the start and is named', () => {
  test.for<[name: string, value: string]>([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['PUBLIC_URL', 'commons.test'],
    ['PUBLIC_URL', 'ftp://commons.test'],
    ['DATABASE_URL', 'mysql://localhost/commons'],
    ['DATABASE_POOL_SIZE', '0'],
    ['REDIS_URL', 'localhost:6379'],
    ['SMTP_URL', 'mail.test'],
    ['ADMIN_EMAILS', 'ana@mail.test, ben'],
    ['SESSION_SECRET', 'too short'],
    ['SESSION_SECRET_OTHER', 'too short'],
    ['DRAIN_SECONDS', '61'],
    ['METRICS_TOKEN', 'too short'],
    ['LOG_LEVEL', 'loud'],
    ['STARTER_CONTENT', 'some'],
    ['RATE_LIMITS', 'none'],
    ['TRUSTED_PROXIES', 'proxy.internal'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.1, '.repeat(3) + 'everybody'],
  ])('%s=%s', ([name, value]) => {
    const complaint = complaintAbout({ [name]: value });
    expect(complaint).toMatch(/^The configuration is not right\. Please correct:\n/);
    expect(complaint).toContain(`  ${name}`);
  });

  test('all of them at once', () => {
    const complaint = complaintAbout({ PORT: 'eighty', LOG_LEVEL: 'loud', SMTP_URL: 'mail.test' });
    expect(complaint.split('\n')).toHaveLength(4);
  });

  test('without its value, which may be a secret', () => {
    const complaint = complaintAbout({ SESSION_SECRET: 'hunter2', DATABASE_URL: 'mysql://commons:hunter2@db.test' });
    expect(complaint).not.toContain('hunter2');
  });
});

describe('an OpenID provider', () => {
  test('is configured by all three of its variables', () => {
    expect(readConfiguration(oidc).oidc).toMatchObject({ issuerUrl: 'https://id.lund.test', clientId: 'commons' });
  });

  test.for(Object.keys(oidc))('stops the start when %s is missing', (missing) => {
    const complaint = complaintAbout({ ...oidc, [missing]: '' });
    expect(complaint).toContain('OIDC_ISSUER_URL, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together');
  });

  test('stops the start when admins need a second factor here that only the provider can ask for', () => {
    expect(complaintAbout({ ...oidc, ADMIN_TWO_FACTOR: 'required' })).toContain('with OIDC_ISSUER_URL remove it');
  });
});

describe('RATE_LIMITS=off', () => {
  test.for(['127.0.0.1', 'localhost', '::1'])('is for this machine: %s', (HOST) => {
    expect(readConfiguration({ HOST, RATE_LIMITS: 'off' }).rateLimits).toBe(false);
  });

  test.for(['0.0.0.0', '::', '192.168.1.20', 'commons.test', '127.0.0.1.elsewhere.test'])(
    'and refused on %s',
    (HOST) => {
      expect(complaintAbout({ HOST, RATE_LIMITS: 'off' })).toContain(`with HOST=${HOST} remove it`);
      expect(readConfiguration({ HOST }).listensOnLoopback).toBe(false);
    },
  );
});

describe('who can reach the sign-up form', () => {
  test.for([{}, { HOST: '::1' }, { PUBLIC_URL: 'http://localhost:3000' }, { PUBLIC_URL: 'http://[::1]:3000' }])(
    'only whoever runs the server, with %j',
    (variables) => {
      expect(readConfiguration(variables).isReachedByStrangers).toBe(false);
    },
  );

  test.for([{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://commons.test' }, { TRUSTED_PROXIES: '127.0.0.1' }])(
    'strangers, with %j',
    (variables) => {
      expect(readConfiguration(variables).isReachedByStrangers).toBe(true);
    },
  );
});

describe('lists', () => {
  test('of emails compare in lower case, without the spaces around them', () => {
    expect(readConfiguration({ ADMIN_EMAILS: ' Ana@Mail.test,ben@mail.test , ' }).adminEmails).toEqual([
      'ana@mail.test',
      'ben@mail.test',
    ]);
  });

  test('of the app is an https one, or none', () => {
    expect(readConfiguration({ APP_STORE_URL: 'https://apps.test/commons' }).appStoreUrl).toBe(
      'https://apps.test/commons',
    );
    expect(readConfiguration({ APP_STORE_URL: '' }).appStoreUrl).toBeUndefined();
    for (const address of ['http://apps.test', 'javascript:alert(1)', 'apps.test'])
      expect(() => readConfiguration({ APP_STORE_URL: address })).toThrow('APP_STORE_URL: must be an https address');
  });

  test('of proxies take addresses, networks and the names of private ones', () => {
    const trusted = ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', 'loopback', 'uniquelocal', 'linklocal'];
    expect(readConfiguration({ TRUSTED_PROXIES: trusted.join(', ') }).trustedProxies).toEqual(trusted);
  });
});

describe('a file .env', () => {
  const name = 'MINDFUL_COMMONS_TEST';
  afterEach(() => {
    delete process.env[name];
  });

  test('fills in what the environment does not say', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'mindful-commons-env-'));
    const file = path.join(folder, '.env');
    await writeFile(file, `${name}=from the file\n`);
    loadEnvironmentFile(file);
    expect(process.env[name]).toBe('from the file');
    process.env[name] = 'from the environment';
    loadEnvironmentFile(file);
    expect(process.env[name]).toBe('from the environment');
    await rm(folder, { recursive: true });
    expect(() => loadEnvironmentFile(file)).not.toThrow();
  });
});

test('docs/configuration.md says what the schema says', async () => {
  const rows = describeVariables().map(
    ({ name, usually, allowed, what }) => `| \`${name}\` | ${usually ? `\`${usually}\`` : ''} | ${allowed} | ${what} |`,
  );
  await expect(`# Configuration

Every environment variable that the server reads, from the environment or from a file \`.env\` in the working directory; what is
set in the environment wins. None is needed to begin. An empty variable is one that is not set. A wrong value stops the start with
a sentence that says what to do.

| variable | default | allowed | what it is |
| --- | --- | --- | --- |
${rows.join('\n')}

Made from the schema in \`apps/server/src/platform/configuration-variables.ts\`, which is where a variable is added. \`npm run docs\`
writes this page anew.
`).toMatchFileSnapshot('../../../../docs/configuration.md');
});
